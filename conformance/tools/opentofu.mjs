import { goProgram } from './go-program.mjs'

export const opentofu = goProgram({
  name: 'opentofu',
  title: 'OpenTofu',
  version: '1.12.6',
  main: 'tofu',
  package: 'github.com/opentofu/opentofu/cmd/tofu',
  set: { 'github.com/opentofu/opentofu/version.dev': 'no' },
  gigabytes: 6,
})
