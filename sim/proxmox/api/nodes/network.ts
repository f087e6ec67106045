import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { Host, NetworkInterface } from '../../../world/host.ts'
import type { Section } from '../../../world/section.ts'
import { isRoot } from '../../auth/caller.ts'
import { hasAny } from '../../auth/rights.ts'
import type { Call, Handlers, LooseParameters } from '../../call.ts'
import { badParameters } from '../../failure.ts'
import { hostOf } from './host.ts'
import { generatedFile, installedFile } from './interfaces-file.ts'
import { unifiedDiff } from './unified-diff.ts'

/** The interfaces as they will be after the next reload. */
const plannedInterfaces = (host: Host): readonly NetworkInterface[] => host.pendingInterfaces ?? host.interfaces

function shown({ iface: _, type, active, config }: NetworkInterface) {
  return { ...config, type, ...(active ? { active: 1 } : {}) }
}

const isBridge = ({ type }: NetworkInterface): boolean => type === 'bridge' || type === 'OVSBridge'

function fitsFilter(each: NetworkInterface, type: string | undefined): boolean {
  if (type === undefined || type === 'include_sdn') return true
  return each.type === type || (isBridge(each) && /^any(?:_local)?_bridge$/.test(type))
}

/** Whether somebody may know of a bridge: by rights on it, or on one of its VLANs. */
function maySee({ sim, caller }: Call<object>, bridge: string): boolean {
  const { world } = sim
  const at = `/sdn/zones/localnetwork/${bridge}`
  const vlans = world.access.acl.map((entry) => entry.path).filter((path) => path.startsWith(`${at}/`))
  return isRoot(caller) || [at, ...vlans].some((path) => hasAny(world, caller.id, path, ['SDN.Audit', 'SDN.Use']))
}

function list(call: Call<{ type?: string }>) {
  const host = hostOf(call)
  if (host.pendingInterfaces !== undefined) call.beside.changes = changes(host, host.pendingInterfaces)
  return plannedInterfaces(host)
    .filter((each) => fitsFilter(each, call.params.type))
    .filter((each) => !isBridge(each) || maySee(call, each.iface))
    .map((each) => ({ iface: each.iface, ...shown(each) }))
}

function changes(host: Host, planned: readonly NetworkInterface[]): string {
  const current = host.interfacesFile ?? installedFile(host.interfaces)
  const stamp = new Date(host.bootedAt).toISOString().replace('T', ' ').replace('Z', '000000 +0000')
  const head = `--- /etc/network/interfaces\t${stamp}\n+++ /etc/network/interfaces.new\t${stamp}\n`
  return head + unifiedDiff(current, generatedFile(planned))
}

function existing(call: Call<{ iface: string }>): NetworkInterface {
  const found = plannedInterfaces(hostOf(call)).find((each) => each.iface === call.params.iface)
  if (found === undefined) throw badParameters({ iface: 'interface does not exist' })
  return found
}

type ChangeCall = Call<{ iface: string; type: string; node: string }>

function create(call: ChangeCall) {
  const host = hostOf(call)
  const { iface } = call.params
  if (plannedInterfaces(host).some((each) => each.iface === iface)) {
    throw badParameters({ iface: 'interface already exists' })
  }
  const priority = Math.max(...plannedInterfaces(host).map((each) => Number(each.config.priority ?? 0))) + 1
  const made = { iface, type: call.params.type, active: false, config: { priority, ...configOf(call, host) } }
  host.pendingInterfaces = [...plannedInterfaces(host), made]
  return null
}

function update(call: Call<{ iface: string; type: string; node: string; delete?: string }>) {
  const host = hostOf(call)
  const before = existing(call)
  const config = { ...before.config }
  for (const key of splitList(call.params.delete ?? '')) {
    delete config[key]
    if (key === 'cidr') for (const part of ['address', 'netmask']) delete config[part]
  }
  const changed = { ...before, type: call.params.type, config: { ...config, ...configOf(call, host) } }
  host.pendingInterfaces = plannedInterfaces(host).map((each) => (each === before ? changed : each))
  return null
}

const NOT_KEPT = ['node', 'iface', 'type', 'delete', 'cidr', 'cidr6']

/** The settings of a request as they read back from the file. */
function configOf({ params }: Call<{ iface: string; type: string }>, host: Host): Section {
  const given: LooseParameters = { ...params }
  for (const key of ['gateway', 'gateway6']) requireUniqueGateway(host, params.iface, given, key)
  requireFreePorts(host, params.iface, given)
  const v4 = addressOf(given, '')
  const v6 = addressOf(given, '6')
  const kept: Section = {}
  for (const [key, value] of Object.entries(given)) {
    if (NOT_KEPT.includes(key) || value === undefined) continue
    kept[key] = typeof value === 'boolean' ? Number(value) : String(value)
  }
  const families = [...('address' in v4 ? ['inet'] : []), ...('address6' in v6 ? ['inet6'] : [])]
  return {
    ...typeDefaults(params.type, params.iface, kept),
    ...kept,
    ...(kept.comments === undefined ? {} : { comments: `${String(kept.comments).replace(/\n$/, '')}\n` }),
    ...(kept.bridge_vids === undefined ? {} : { bridge_vids: splitList(String(kept.bridge_vids)).join(' ') }),
    ...v4,
    ...v6,
    families: families.length === 0 ? ['inet'] : families,
    method: 'address' in v4 ? 'static' : 'manual',
    method6: 'address6' in v6 ? 'static' : 'manual',
  }
}

function typeDefaults(type: string, iface: string, given: Section): Section {
  if (type === 'bridge') return { bridge_ports: '', bridge_stp: 'off', bridge_fd: '0' }
  const [, device, id] = /^(.+)\.(\d+)$/.exec(iface) ?? []
  if (type !== 'vlan' || device === undefined || id === undefined) return {}
  return 'vlan-raw-device' in given ? {} : { 'vlan-raw-device': device, 'vlan-id': id }
}

/** An address, its mask and both together. */
function addressOf(given: LooseParameters, family: '' | '6'): Section {
  const cidr = given[`cidr${family}`]
  const [address, netmask] =
    typeof cidr === 'string' ? cidr.split('/') : [given[`address${family}`], given[`netmask${family}`]]
  if (typeof cidr === 'string') {
    for (const key of [`address${family}`, `netmask${family}`]) {
      if (given[key] !== undefined) throw badParameters({ [key]: `${key} conflicts with cidr${family}` })
    }
  }
  if (address === undefined || netmask === undefined) return {}
  return {
    [`address${family}`]: String(address),
    [`netmask${family}`]: String(netmask),
    [`cidr${family}`]: `${address}/${netmask}`,
  }
}

const GATEWAYS: Readonly<Record<string, string>> = { gateway: 'Default gateway', gateway6: 'Default ipv6 gateway' }

function requireUniqueGateway(host: Host, iface: string, given: LooseParameters, key: string): void {
  if (given[key] === undefined) return
  const other = plannedInterfaces(host).find((each) => each.iface !== iface && each.config[key] !== undefined)
  if (other !== undefined)
    throw badParameters({ [key]: `${GATEWAYS[key]} already exists on interface '${other.iface}'.` })
}

const PORT_KEYS = ['bridge_ports', 'ovs_ports', 'slaves', 'ovs_bonds']

const portsOf = (config: LooseParameters | Section): readonly string[] =>
  PORT_KEYS.flatMap((key) => splitList(String(config[key] ?? '')))

function requireFreePorts(host: Host, iface: string, given: LooseParameters): void {
  const key = PORT_KEYS.find((each) => given[each])
  if (key === undefined) return
  const wanted = portsOf(given)
  for (const other of plannedInterfaces(host)) {
    const taken = other.iface === iface ? undefined : portsOf(other.config).find((port) => wanted.includes(port))
    if (taken !== undefined) throw badParameters({ [key]: `${taken} is already used on interface '${other.iface}'.` })
  }
}

function remove(call: Call<{ iface: string }>) {
  const host = hostOf(call)
  const gone = existing(call)
  host.pendingInterfaces = plannedInterfaces(host).filter((each) => each !== gone)
  return null
}

function revert(call: Call<object>) {
  delete hostOf(call).pendingInterfaces
  return null
}

const RELOAD_MILLISECONDS = 2000

function reload(call: Call<object>) {
  const { sim, caller, node } = call
  const host = hostOf(call)
  return sim.workers.start({ node, type: 'srvreload', id: 'networking', user: caller.id }, async (worker) => {
    await worker.sleep(RELOAD_MILLISECONDS)
    const planned = host.pendingInterfaces
    if (planned === undefined) return
    host.interfacesFile = generatedFile(planned)
    host.interfaces = planned.map((each) => ({ ...each, active: each.active || each.config.autostart === 1 }))
    delete host.pendingInterfaces
  })
}

/** Network interfaces of a node. */
export const networkHandlers: Handlers = {
  'GET /nodes/{node}/network': list,
  'POST /nodes/{node}/network': create,
  'PUT /nodes/{node}/network': reload,
  'DELETE /nodes/{node}/network': revert,
  'GET /nodes/{node}/network/{iface}': (call) => shown(existing(call)),
  'PUT /nodes/{node}/network/{iface}': update,
  'DELETE /nodes/{node}/network/{iface}': remove,
}
