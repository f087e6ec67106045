// The parts of the conformance run: what each proves, what it needs, and how it runs. Quick ones come first.
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root } from '../scripts/setup.mjs'
import { cache } from './cache.mjs'
import { cgroup2, freeSpace, linuxRoot, program } from './requirements.mjs'
import { bpg } from './tools/bpg.mjs'
import { cv4pve } from './tools/cv4pve.mjs'
import { kubectl } from './tools/kubectl.mjs'
import { opentofu } from './tools/opentofu.mjs'
import { proxmoxer } from './tools/proxmoxer.mjs'
import { talosctl113 } from './tools/talosctl-1.13.mjs'
import { talosctl114 } from './tools/talosctl-1.14.mjs'

const lab = process.env.LAB ?? path.join(cache, 'genuine-talos-v1.12.6')
const genuine = path.join(root, 'conformance/genuine-talos')
const space = process.env.NET ?? 'tlab'
const kubernetes = process.env.K8S_VERSION ?? '1.35.4'
const builtFor = (name) => () => existsSync(path.join(lab, 'bin', name))

const forMachines = [
  linuxRoot,
  cgroup2,
  program('ip', '-V'),
  program('go', 'version'),
  program('apt-get', '--version'),
  freeSpace(15, cache, builtFor('kubectl')),
]
const ofMachines = {
  GENUINE_RUN: process.env.RUN ?? path.join(lab, 'run'),
  GENUINE_SUBNET: process.env.SUBNET ?? '10.55.0',
  GENUINE_KUBERNETES: kubernetes,
}

export const PARTS = [
  withTools(
    'proxmoxer',
    'the Proxmox client of the Python world believes our simulated Proxmox',
    ['proxmox/proxmoxer'],
    [proxmoxer],
  ),
  withTools(
    'cv4pve',
    'a Proxmox client of the Node world believes our simulated Proxmox',
    ['proxmox/cv4pve'],
    [cv4pve],
  ),
  withTools(
    'opentofu',
    'OpenTofu makes, changes, moves and destroys machines on our simulated Proxmox, and finds nothing to do in between',
    ['proxmox/machines', 'proxmox/one-life', 'proxmox/sim-command'],
    [bpg, opentofu],
  ),
  withTools(
    'opentofu-datacenter',
    'OpenTofu believes what our simulated Proxmox has around machines: rights, pools, mappings, firewall, HA, backups, clones',
    ['proxmox/datacenter'],
    [bpg, opentofu],
  ),
  withTools(
    'talosctl-configs',
    'talosctl of two releases takes every config of every example, and makes the same ones of the same secrets and patches',
    ['talosctl/configs', 'talosctl/patches'],
    [talosctl113, talosctl114],
  ),
  withTools(
    'talosctl',
    'talosctl of two releases takes simulated machines through their whole life, and kubectl believes what runs on them',
    ['talosctl/life'],
    [talosctl113, talosctl114, kubectl],
  ),
  withTools(
    'talosctl-up',
    'talosctl of two releases and kubectl find a cluster healthy that talmox made, by the access that talmox hands out',
    ['talosctl/up'],
    [talosctl113, talosctl114, kubectl],
  ),
  withTools(
    'opentofu-talosctl',
    'a whole cluster made by others: machines by OpenTofu, everything inside them by talosctl',
    ['proxmox/talos-cluster'],
    [bpg, opentofu, talosctl113, kubectl],
  ),
  {
    name: 'crash-sweep',
    proves: 'whatever is done to a cluster may be killed at any event, and the next run finishes it to the same end',
    genuine: [`Node ${process.versions.node}`],
    needs: [],
    build: [[process.execPath, '--input-type=module', '-e', "import { build } from './scripts/setup.mjs'; build()"]],
    before: [],
    within: [],
    tests: ['conformance/crash/sweep.test.ts'],
    env: {},
    after: [],
  },
  {
    name: 'talos-client',
    proves: 'our Talos client, secrets and machine config make a healthy cluster of genuine Talos machines',
    genuine: ['Talos 1.12.6', `Kubernetes ${kubernetes}`],
    needs: forMachines,
    build: [['nice', '-n', '19', path.join(genuine, 'build.sh')]],
    before: [[path.join(genuine, 'up.sh'), '3', '--maintenance']],
    within: ['ip', 'netns', 'exec', space],
    tests: ['conformance/talos-client.test.ts'],
    env: ofMachines,
    after: [[path.join(genuine, 'down.sh'), '--wipe']],
  },
  {
    name: 'talos-facts',
    proves: 'our Talos client copes with everything surprising that genuine Talos machines do, fact by fact',
    genuine: ['Talos 1.12.6', `Kubernetes ${kubernetes}`],
    needs: [...forMachines, program('nsenter', '-V')],
    build: [['nice', '-n', '19', path.join(genuine, 'build.sh')]],
    before: [[path.join(genuine, 'up.sh'), '3', '--maintenance']],
    // As for the next part: machines are switched on and off from there.
    within: ['nsenter', `--net=/run/netns/${space}`],
    tests: ['conformance/talos-facts.test.ts'],
    env: ofMachines,
    after: [[path.join(genuine, 'down.sh'), '--wipe']],
  },
  {
    name: 'nocloud',
    proves: 'what talmox lays out on a CD, or serves where SMBIOS leads, is what the code of Talos finds and reads',
    genuine: ['the nocloud platform and blkid of Talos 1.12.6', 'isoinfo'],
    needs: [...forMachines, program('unshare', '-V')],
    build: [['nice', '-n', '19', path.join(genuine, 'build.sh')]],
    before: [],
    within: [],
    tests: ['conformance/nocloud.test.ts'],
    env: { GENUINE_PROGRAMS: path.join(lab, 'bin') },
    after: [],
  },
  {
    name: 'up',
    proves: 'talmox up makes, changes, mends and destroys a cluster of genuine Talos machines on the simulated Proxmox',
    genuine: ['Talos 1.12.6', `Kubernetes ${kubernetes}`, 'talosctl 1.12.6', `kubectl ${kubernetes}`],
    needs: [...forMachines, program('nsenter', '-V')],
    build: [['nice', '-n', '19', path.join(genuine, 'build.sh')]],
    before: [[path.join(genuine, 'surroundings.sh')]],
    // Only the network is that of the machines: they are started from there, and what they mount has to be seen outside.
    within: ['nsenter', `--net=/run/netns/${space}`],
    tests: ['conformance/up.test.ts'],
    env: { ...ofMachines, GENUINE_PROGRAMS: path.join(lab, 'bin') },
    after: [[path.join(genuine, 'down.sh'), '--wipe']],
  },
  withApiServer(
    'kubernetes-client',
    'our Kubernetes client does with a genuine API server what the tests show with the simulated one',
  ),
  withApiServer(
    'kubernetes-apply',
    'random histories of applied configurations, patches and updates are the same on a genuine API server and on ours',
  ),
  {
    name: 'kubectl',
    proves: 'the genuine kubectl works with the simulated Kubernetes as with any other',
    genuine: [kubectl.title],
    needs: kubectl.isBuilt() ? [] : kubectl.needs,
    build: [[process.execPath, path.join(root, 'conformance/tools/build.mjs'), kubectl.name]],
    before: [],
    within: [],
    tests: ['conformance/kubectl.test.ts'],
    env: { PATH: `${kubectl.folder}${path.delimiter}${process.env.PATH}` },
    after: [],
  },
]

/** A part that only needs programs of the cache; its tests find each in a variable of its name. */
function withTools(name, proves, tests, tools) {
  return {
    name,
    proves,
    genuine: tools.map(({ title }) => title),
    needs: tools.flatMap((tool) => (tool.isBuilt() ? [] : tool.needs)),
    build: [[process.execPath, path.join(root, 'conformance/tools/build.mjs'), ...tools.map((tool) => tool.name)]],
    before: [],
    within: [],
    tests: tests.map((test) => `conformance/${test}.test.ts`),
    env: Object.fromEntries(
      tools.map((tool) => [`GENUINE_${tool.name.toUpperCase().replaceAll(/\W/g, '_')}`, tool.file]),
    ),
    after: [],
  }
}

/** A part that starts a genuine API server of its own; its test is named as it is. */
function withApiServer(name, proves) {
  return {
    name,
    proves,
    genuine: [`Kubernetes ${kubernetes}`, 'etcd 3.6.16'],
    needs: [
      linuxRoot,
      program('go', 'version'),
      program('apt-get', '--version'),
      freeSpace(15, cache, builtFor('kube-apiserver')),
    ],
    build: [['nice', '-n', '19', path.join(genuine, 'build.sh')]],
    before: [],
    within: [],
    tests: [`conformance/${name}.test.ts`],
    env: { GENUINE_PROGRAMS: path.join(lab, 'bin') },
    after: [],
  }
}
