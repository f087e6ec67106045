import type { Edit } from '../life/stage.ts'

/** Something that is done to a cluster, and that can be killed while it is. */
export interface Scene {
  readonly name: string
  readonly command: readonly string[]
  /** What was there before: nothing, or the cluster of the file, up. */
  readonly from: 'nothing' | 'up'
  /** Changes the file before the cluster comes up. */
  readonly given?: Edit
  /** Changes the file before the command. */
  readonly edit?: Edit
}

const up = ['up', '--yes']
const create: Scene = { name: 'create', command: up, from: 'nothing' }
const destroy: Scene = { name: 'destroy', command: ['destroy', '--yes'], from: 'up' }
const destroyAll: Scene = {
  name: 'destroy-all',
  command: ['destroy', '--yes', '--images', '--secrets'],
  from: 'up',
}
const change = (name: string, edit: Edit): Scene => ({ name, command: up, from: 'up', edit })

const workers =
  (count: number, pool = 'general'): Edit =>
  (file) =>
    file.setIn(['workers', pool, 'count'], String(count))
const controlPlanes =
  (count: number): Edit =>
  (file) =>
    file.setIn(['controlPlane', 'count'], String(count))

/** Machines find their first configs on CDs. */
export const byCd: Edit = (file) => file.setIn(['talos', 'delivery'], 'cidata')

/** Machines fetch their first configs. */
export const byAddress: Edit = (file) => {
  file.setIn(['talos', 'delivery'], 'smbios')
  file.setIn(['talos', 'configServer'], { address: '192.168.1.5' })
}

/** What is done to each example: everything that talmox can do to a cluster is in one of them. */
export const scenes: Readonly<Record<string, readonly Scene[]>> = {
  'single-node': [
    create,
    change('restart', (file) => file.setIn(['controlPlane', 'memory'], '20GiB')),
    change('grow', controlPlanes(3)),
    destroy,
    destroyAll,
    { ...create, name: 'create-by-cd', given: byCd },
    { ...create, name: 'create-by-address', given: byAddress },
  ],
  'cloned-template-gpu': [create, change('restart', (file) => file.setIn(['workers', 'gpu', 'cores'], '10')), destroy],
  homelab: [
    create,
    change('label', (file) => file.setIn(['workers', 'general', 'labels', 'zone'], 'attic')),
    change('reboot', (file) =>
      file.setIn(['controlPlane', 'patches'], file.createNode([{ machine: { udev: { rules: ['KERNEL=="nbd*"'] } } }])),
    ),
    change('restart', (file) => file.setIn(['workers', 'general', 'memory'], '20GiB')),
    change('shrink', workers(1)),
    { ...change('control-planes-leave', controlPlanes(3)), given: controlPlanes(5) },
    destroy,
  ],
  arm64: [create, change('shrink', workers(2)), destroy],
  capacity: [create, change('shrink', workers(6)), destroy],
  'dual-stack': [create, change('grow', workers(3)), destroy],
  'gpu-and-cilium': [create, change('grow', workers(5)), destroy],
  'role-templates': [
    create,
    { ...change('shrink', workers(4)), given: unprotected },
    { ...destroy, given: unprotected },
    { ...destroyAll, given: unprotected },
  ],
  'vm-hardware': [create, change('shrink', workers(1)), destroy],
}

/** What is done to each example by processes that are really killed, wherever everything else is done inside of one. */
export const REALLY_KILLED: Readonly<Record<string, string>> = {
  'single-node': 'create',
  'cloned-template-gpu': 'restart',
  homelab: 'label',
  arm64: 'shrink',
  capacity: 'shrink',
  'dual-stack': 'grow',
  'gpu-and-cilium': 'grow',
  'role-templates': 'shrink',
  'vm-hardware': 'shrink',
}

/** Lets a cluster be destroyed. */
export function unprotected(file: Parameters<Edit>[0]): void {
  file.setIn(['protection'], 'false')
}
