import { durationMs } from '@bufbuild/protobuf/wkt'
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect'
import { issueTalosClient } from '../../../../src/talos/certificates/client.ts'
import { parseRoles } from '../../../../src/talos/certificates/roles.ts'
import type { MachineService } from '../../../../src/talos/gen/machine/machine_pb.ts'
import { formatTalosconfig } from '../../../../src/talos/talosconfig.ts'
import { machineConfig } from '../../config/machine-config.ts'
import { systemDisk } from '../../disk.ts'
import { ownAddresses } from '../../network/addresses.ts'
import type { Node } from '../../node.ts'
import { isRunning } from '../../services/change.ts'
import { startService, stopService } from '../../services/run.ts'
import { changing, targetOf } from '../target.ts'

type AdminCalls = Pick<
  ServiceImpl<typeof MachineService>,
  | 'hostname'
  | 'serviceStart'
  | 'serviceStop'
  | 'serviceRestart'
  | 'generateClientConfiguration'
  | 'metaWrite'
  | 'metaDelete'
>

/** What administrators do, beside configs and power. */
export const adminCalls: AdminCalls = {
  hostname: (_, context) => ({ messages: [{ hostname: targetOf(context).state.network.hostname }] }),
  serviceStart: ({ id }, context) =>
    changing(context, (node) => {
      // What runs already needs no start, whoever may ask for one.
      if (isRunning(node, id)) return { messages: [{ resp: `Service "${id}" started` }] }
      requireControl(node, id, 'start')
      startService(node, id)
      return { messages: [{ resp: `Service "${id}" started` }] }
    }),
  serviceStop: ({ id }, context) =>
    changing(context, (node) => {
      requireControl(node, id, 'stop')
      stopService(node, id)
      return { messages: [{ resp: `Service "${id}" stopped` }] }
    }),
  serviceRestart: ({ id }, context) =>
    changing(context, (node) => {
      requireControl(node, id, 'restart')
      stopService(node, id)
      startService(node, id)
      return { messages: [{ resp: `Service "${id}" restarted` }] }
    }),
  async generateClientConfiguration({ roles, crtTtl }, context) {
    const node = targetOf(context)
    const config = machineConfig(node)
    if (config?.type !== 'controlplane') {
      const why = "client configuration (talosconfig) can't be generated on worker nodes"
      throw new ConnectError(why, Code.FailedPrecondition)
    }
    const now = new Date(Math.min(node.talos.clock.now(), Date.now()))
    const lifetimeHours = crtTtl === undefined ? 24 : durationMs(crtTtl) / 3_600_000
    const client = await issueTalosClient(config.osAuthority, parseRoles(roles), { now, lifetimeHours })
    const access = {
      name: config.clusterName,
      endpoints: ownAddresses(node),
      nodes: [],
      ca: config.osAuthority.crt,
      client,
    }
    return {
      messages: [
        {
          ca: Buffer.from(access.ca),
          crt: Buffer.from(client.crt),
          key: Buffer.from(client.key),
          talosconfig: Buffer.from(formatTalosconfig(access)),
        },
      ],
    }
  },
  metaWrite: ({ key, value }, context) => {
    metaOf(targetOf(context))[key] = Buffer.from(value).toString('utf8')
    return { messages: [{}] }
  },
  metaDelete: ({ key }, context) => {
    const meta = metaOf(targetOf(context))
    if (!Object.hasOwn(meta, key)) throw new ConnectError(`meta key ${key} not found`, Code.NotFound)
    delete meta[key]
    return { messages: [{}] }
  },
}

/** Services that others depend on cannot be told by anybody. */
const CONTROLLABLE: Readonly<Record<string, readonly string[]>> = {
  kubelet: ['start', 'stop', 'restart'],
  cri: ['restart'],
  trustd: ['restart'],
  apid: [],
  etcd: [],
}

function requireControl({ state }: Node, id: string, verb: 'start' | 'stop' | 'restart'): void {
  if (state.services[id] === undefined) throw new ConnectError(`service "${id}" not defined`, Code.Unknown)
  const allowed = id.startsWith('ext-') ? ['start', 'stop', 'restart'] : (CONTROLLABLE[id] ?? [])
  // A restart is a stop and a start to Talos, and it says so.
  const words = verb === 'restart' && id === 'etcd' ? 'start' : verb
  if (!allowed.includes(verb))
    throw new ConnectError(`service "${id}" doesn't support ${words} operation via API`, Code.Unknown)
}

function metaOf(node: Node): Record<string, string> {
  const disk = systemDisk(node)
  if (disk === undefined) throw new ConnectError('META partition is not available', Code.FailedPrecondition)
  return disk.meta
}
