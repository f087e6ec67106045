import path from 'node:path'
import { formatKubeconfig, mergeKubeconfig, mintAdminAccess } from '../../kubernetes/kubeconfig.ts'
import type { ClientConfigs } from '../../run/client-configs/write.ts'
import { formatTalosconfig, mergeTalosconfig, mintTalosContext } from '../../talos/talosconfig.ts'
import type { Session } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import type { WorkOptions } from '../work/with-cluster.ts'
import { clusterAccess } from './cluster-access.ts'
import { type ClientConfig, type DeliverOptions, deliver, inHome } from './deliver.ts'

/** How access is to be given. */
export interface AccessOptions extends WorkOptions, DeliverOptions {
  /** Lifetime of the certificate in hours. */
  readonly ttl: number | undefined
}

type Mint = (from: ClientConfigs, lifetime: Lifetime, session: Session) => Promise<ClientConfig>

interface Lifetime {
  readonly now: Date
  readonly lifetimeHours?: number
}

/** Makes a certificate of its own for whoever asks, and puts it where they want it. */
export async function giveAccess(mint: Mint, options: AccessOptions, session: Session): Promise<ExitCode> {
  const from = await clusterAccess(options, session)
  if (from === undefined) return exitCodes.invalidSpec
  // TLS judges lifetimes by the time of this computer.
  const lifetime = { now: new Date(), ...(options.ttl === undefined ? {} : { lifetimeHours: options.ttl }) }
  await deliver(await mint(from, lifetime, session), options, session)
  return exitCodes.ok
}

/** The administrator's access to Kubernetes. */
export const mintKubeconfig: Mint = async ({ bundle, cluster, endpoint }, lifetime, { io: { env } }) => {
  const access = await mintAdminAccess(bundle, { cluster, server: endpoint, ...lifetime })
  // kubectl writes into the first file of the list.
  const [first] = (env.KUBECONFIG ?? '').split(path.delimiter).filter((file) => file !== '')
  return {
    text: formatKubeconfig(access),
    usual: first ?? inHome(env, '.kube', 'config'),
    merge: (existing, options) => mergeKubeconfig(existing, access, options),
  }
}

/** The administrator's access to Talos. */
export const mintTalosconfig: Mint = async (
  { bundle, cluster, controlPlanes, machines },
  lifetime,
  { io: { env } },
) => {
  const context = await mintTalosContext(bundle, {
    name: cluster,
    endpoints: controlPlanes,
    nodes: machines,
    ...lifetime,
  })
  return {
    text: formatTalosconfig(context),
    usual: env.TALOSCONFIG || inHome(env, '.talos', 'config'),
    merge(existing, options) {
      const { text, name } = mergeTalosconfig(existing, context, options)
      return { text, context: name }
    },
  }
}
