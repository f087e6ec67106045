import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { KubeObject } from '../../sim/kubernetes/object.ts'
import type { Vm } from '../../sim/world/vm.ts'
import type { World } from '../../sim/world/world.ts'
import type { Desired } from '../../src/resolve/desired.ts'
import type { Home } from '../../src/run/home/home.ts'

/** What differs from one making of the same machine to the next, and means nothing; serial numbers follow from secrets; the id of a template is Proxmox' own. */
const DRAWN_BY_LOT = new Set(['meta', 'vmgenid'])

/** What the datacenter has come to, apart from times and what is drawn by lot: equal worlds have equal ones. */
export function endState({ vms, volumes, access, talos }: World) {
  return {
    machines: [...vms]
      .sort((a, b) => a.vmid - b.vmid)
      .map(({ vmid, node, config, pending, run }) => ({
        vmid,
        node,
        status: run?.status ?? 'stopped',
        config: Object.fromEntries(
          Object.entries(config)
            .filter(([key]) => !DRAWN_BY_LOT.has(key) && !(key === 'smbios1' && config.template === '1'))
            .map(([key, text]) => [key, text.replace(/\bserial=[^,]*/, 'serial=…')]),
        ),
        pending,
      })),
    volumes: volumes.map(({ storage, node = '', name, sizeBytes }) => `${node} ${storage}:${name} ${sizeBytes}`).sort(),
    pools: access.pools.map(({ poolid, vms: members }) => ({ poolid, members: [...members].sort() })),
    etcd: Object.values(talos.etcd).map(({ members }) => members.map(({ name }) => name).sort()),
    nodes: Object.values(talos.etcd).map(({ kubernetes }) => Object.keys(kubernetes?.objects['/nodes'] ?? {}).sort()),
  }
}

/** What must hold of a datacenter whenever a cluster is up, whatever happened before. */
export function wrongsOfUp(world: World, desired: Desired): readonly string[] {
  const wanted = desired.machines.map(({ vmid }) => vmid)
  const own = world.vms.filter(({ config }) => config.template !== '1')
  // Templates that talmox made are in the pool, too, and stay there.
  const made = new Set(world.vms.filter(({ config }) => config.template === '1').map(({ vmid }) => vmid))
  const clusters = Object.values(world.talos.etcd)
  const controlPlanes = desired.machines.flatMap(({ role, name }) => (role === 'controlplane' ? [name] : []))
  const names = desired.machines.map(({ name }) => name)
  return [
    ...unlike(
      'machines',
      own.map(({ vmid }) => vmid),
      wanted,
    ),
    ...own.flatMap(({ vmid, run }) => (run?.status === 'running' ? [] : [`VM ${vmid} does not run`])),
    ...wrongsOfVolumes(world),
    ...wrongsOfConfigs(world),
    ...(clusters.length === 1 ? [] : [`etcd was begun ${clusters.length} times`]),
    ...clusters.flatMap(({ members }) => [
      ...unlike(
        'members of etcd',
        members.map(({ name }) => name),
        controlPlanes,
      ),
      ...members.flatMap(({ name, isLearner }) => (isLearner ? [`${name} has no vote in etcd`] : [])),
    ]),
    ...clusters.flatMap(({ kubernetes }) => {
      const nodes = Object.values(kubernetes?.objects['/nodes'] ?? {})
      return [
        ...unlike(
          'nodes of Kubernetes',
          nodes.map(({ metadata }) => metadata.name ?? ''),
          names,
        ),
        ...nodes.flatMap((node) => (isCordoned(node) ? [`${node.metadata.name} takes no pods`] : [])),
      ]
    }),
    ...world.access.pools.flatMap(({ poolid, vms }) =>
      poolid === desired.proxmox.pool
        ? unlike(
            `members of ${poolid}`,
            vms.filter((vmid) => !made.has(vmid)),
            wanted,
          )
        : [],
    ),
  ]
}

/** Machines that wait for a reboot to do what they were told. */
const wrongsOfConfigs = ({ talos, volumes }: World): readonly string[] =>
  volumes.flatMap(({ vmid = 0, installation }) => {
    const [kept, now] = [installation?.state?.config, talos.machines[vmid]?.config?.text]
    return kept === now || kept === undefined || now === undefined
      ? []
      : [`VM ${vmid} does not do what its config says`]
  })

function isCordoned(node: KubeObject): boolean {
  const spec = 'spec' in node ? node.spec : undefined
  return typeof spec === 'object' && spec !== null && 'unschedulable' in spec && spec.unschedulable === true
}

/** What must hold of a datacenter once a cluster is destroyed, whatever happened before. */
export function wrongsOfNothing(
  world: World,
  { images = false }: { readonly images?: boolean } = {},
): readonly string[] {
  const isOurs = (vm: Vm) => images && /^Template of Talos/.test(vm.config.description ?? '')
  const own = world.vms.filter((vm) => vm.config.template !== '1' || isOurs(vm))
  const files = images ? world.volumes.filter(({ name }) => /^(?:import|iso)\/talos-/.test(name)) : []
  return [
    ...own.map(({ vmid }) => `VM ${vmid} was left behind`),
    ...files.map(({ name }) => `${name} was left behind`),
    ...wrongsOfVolumes(world),
  ]
}

/** Volumes and machines that do not know each other, locks and tasks that were left behind. */
export function wrongsOfVolumes({ vms, volumes, tasks }: World): readonly string[] {
  const named = new Map(vms.map((vm) => [vm.vmid, volumesOf(vm)]))
  const orphans = volumes.flatMap(({ storage, name, vmid }) =>
    vmid === undefined || named.get(vmid)?.has(`${storage}:${name}`) ? [] : [`no machine has ${storage}:${name}`],
  )
  const locked = vms.flatMap(({ vmid, config }) =>
    config.lock === undefined ? [] : [`VM ${vmid} is locked (${config.lock})`],
  )
  const unused = vms.flatMap(({ vmid, config }) =>
    Object.keys(config).flatMap((key) =>
      key.startsWith('unused') ? [`VM ${vmid} has a disk that it does not use`] : [],
    ),
  )
  const open = tasks.flatMap(({ upid, endtime }) => (endtime === undefined ? [`${upid} still runs`] : []))
  return [...orphans, ...locked, ...unused, ...open]
}

function volumesOf({ config, pending }: Vm): ReadonlySet<string> {
  return new Set([...Object.values(config), ...Object.values(pending)].map((value) => value.split(',')[0] ?? ''))
}

/** What must hold of a home when nobody works on the cluster; secrets that were to go leave nothing but the journal. */
export function wrongsOfHome(home: Home, { secrets = true }: { readonly secrets?: boolean } = {}): readonly string[] {
  const known = [home.journal, ...(secrets ? [home.secrets, home.facts] : [])]
  const strange = readdirSync(home.folder).filter((name) => !known.includes(path.join(home.folder, name)))
  const missing = known.filter((file) => !existsSync(file))
  return [...strange.map((name) => `the home has ${name}`), ...missing.map((name) => `the home has no ${name}`)]
}

function unlike<T extends string | number>(what: string, found: readonly T[], wanted: readonly T[]): readonly string[] {
  const [a, b] = [[...found].sort().join(' '), [...wanted].sort().join(' ')]
  return a === b ? [] : [`${what}: ${a || 'none'}, and not ${b}`]
}
