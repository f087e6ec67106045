import { goProgram } from './go-program.mjs'

const version = '1.36.3'
const [gitMajor, gitMinor] = version.split('.')
const build = { gitVersion: `v${version}`, gitMajor, gitMinor, gitTreeState: 'clean' }

export const kubectl = goProgram({
  name: 'kubectl',
  title: 'kubectl',
  version,
  package: 'k8s.io/kubernetes/cmd/kubectl',
  set: Object.fromEntries(
    Object.entries(build).map(([variable, value]) => [`k8s.io/component-base/version.${variable}`, value]),
  ),
  gigabytes: 6,
})
