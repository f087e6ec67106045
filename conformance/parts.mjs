// The parts of the conformance run: what each proves, what it needs, and how it runs.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { root } from '../scripts/setup.mjs'
import { cgroup2, freeSpace, linuxRoot, program } from './requirements.mjs'

const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'talmox')
const lab = process.env.LAB ?? path.join(cache, 'genuine-talos-v1.12.6')
const genuine = path.join(root, 'conformance/genuine-talos')
const space = process.env.NET ?? 'tlab'
const builtFor = (name) => () => existsSync(path.join(lab, 'bin', name))

const vitest = [
  process.execPath,
  path.join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '-c',
  'conformance/vitest.config.ts',
]

export const PARTS = [
  {
    name: 'talos-client',
    proves: 'our Talos client, secrets and machine config make a healthy cluster of genuine Talos machines',
    needs: [
      linuxRoot,
      cgroup2,
      program('ip', '-V'),
      program('go', 'version'),
      program('apt-get', '--version'),
      freeSpace(15, cache, builtFor('kubectl')),
    ],
    before: [
      ['nice', '-n', '19', path.join(genuine, 'build.sh')],
      [path.join(genuine, 'up.sh'), '3', '--maintenance'],
    ],
    run: ['ip', 'netns', 'exec', space, ...vitest, 'conformance/talos-client.test.ts'],
    env: {
      GENUINE_RUN: path.join(lab, 'run'),
      GENUINE_SUBNET: process.env.SUBNET ?? '10.55.0',
      GENUINE_KUBERNETES: process.env.K8S_VERSION ?? '1.35.4',
    },
    after: [path.join(genuine, 'down.sh'), '--wipe'],
  },
  {
    name: 'kubernetes-client',
    proves: 'our Kubernetes client does with a genuine API server what the tests show with the simulated one',
    needs: [
      linuxRoot,
      program('go', 'version'),
      program('apt-get', '--version'),
      freeSpace(15, cache, builtFor('kube-apiserver')),
    ],
    before: [['nice', '-n', '19', path.join(genuine, 'build.sh')]],
    run: [...vitest, 'conformance/kubernetes-client.test.ts'],
    env: { GENUINE_PROGRAMS: path.join(lab, 'bin') },
    after: ['true'],
  },
  {
    name: 'kubectl',
    proves: 'the genuine kubectl works with the simulated Kubernetes as with any other',
    needs: [program('kubectl', 'version', '--client')],
    before: [],
    run: [...vitest, 'conformance/kubectl.test.ts'],
    env: {},
    after: ['true'],
  },
]
