import path from 'node:path'
import { addressOf } from '../../live/node-address.ts'
import { observeCluster } from '../../live/observe.ts'
import type { Desired } from '../../resolve/desired.ts'
import type { ClientConfigs } from '../../run/client-configs/write.ts'
import { readFacts } from '../../run/home/facts.ts'
import { type Home, homeOf } from '../../run/home/home.ts'
import { findSecrets } from '../../run/home/secrets.ts'
import { UserError } from '../../user-error.ts'
import { createRedaction } from '../../world/redaction.ts'
import { fileWords } from '../cluster-file.ts'
import type { Session } from '../command.ts'
import { exitCodes } from '../exit-code.ts'
import { logTo } from '../log-to.ts'
import { validCluster } from '../valid-cluster.ts'
import { type WorkOptions, withCluster } from '../work/with-cluster.ts'

/** What access to a cluster is made from, without asking anyone where the file knows all addresses. */
export async function clusterAccess(options: WorkOptions, session: Session): Promise<ClientConfigs | undefined> {
  const { io, err } = session
  const cluster = await validCluster(options.file, session)
  if (cluster === undefined) return undefined
  const { desired } = cluster
  const file = path.resolve(io.cwd, options.file)
  const home = homeOf(file, desired.name)
  const log = logTo(err, createRedaction(), options.verbose ?? false)
  const found = await findSecrets(home, desired, { env: io.env, folder: path.dirname(file), log, now: new Date() })
  if (found === undefined) {
    throw new UserError('secrets-missing', `${desired.name} has no secrets at ${home.secrets}`, {
      hint: `talmox up${fileWords(options.file)} makes them with the cluster`,
    })
  }
  const addresses = await addressesOf(desired, options, session)
  return {
    cluster: desired.name,
    bundle: found.bundle,
    endpoint: await endpointOf(home, desired),
    controlPlanes: desired.machines.flatMap(({ name, role }) =>
      role === 'controlplane' ? (addresses.get(name) ?? []) : [],
    ),
    machines: desired.machines.flatMap(({ name }) => addresses.get(name) ?? []),
  }
}

/** Where the Kubernetes API is: as the file says, or as it was learnt when the cluster was made. */
export async function knownEndpoint(home: Home, { network }: Pick<Desired, 'network'>): Promise<string | undefined> {
  return network.endpoint ?? ((await readFacts(home))?.endpoint || undefined)
}

async function endpointOf(home: Home, desired: Desired): Promise<string> {
  const endpoint = await knownEndpoint(home, desired)
  if (endpoint !== undefined) return endpoint
  throw new UserError('endpoint-unknown', `nobody knows yet where the Kubernetes API of ${desired.name} is`, {
    hint: 'it is at the first control plane, whose address is learnt when talmox up has made it',
  })
}

/** Addresses by machine; Proxmox is asked only for those that the file leaves open. */
async function addressesOf(desired: Desired, options: WorkOptions, session: Session): Promise<Map<string, string>> {
  const known = new Map(
    desired.machines.flatMap((machine) => {
      const address = addressOf(machine, undefined, desired.network)
      return address === undefined ? [] : [[machine.name, address]]
    }),
  )
  if (known.size === desired.machines.length) return known
  await withCluster(options, session, async (work) => {
    const { vms } = await observeCluster(work.proxmox, work.desired)
    for (const machine of desired.machines) {
      const address = addressOf(
        machine,
        vms.find(({ vmid }) => vmid === machine.vmid),
        desired.network,
      )
      if (address !== undefined) known.set(machine.name, address)
    }
    return exitCodes.ok
  })
  return known
}
