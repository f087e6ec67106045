import path from 'node:path'
import { writePrivate } from '../../files/write-private.ts'
import { formatKubeconfig, mintAdminAccess } from '../../kubernetes/kubeconfig.ts'
import type { Desired } from '../../resolve/desired.ts'
import type { SecretsBundle } from '../../talos/secrets/bundle.ts'
import { formatTalosconfig, mintTalosContext } from '../../talos/talosconfig.ts'

/** Where the files are that people use a cluster with. */
export interface ClientConfigFiles {
  readonly talosconfig: string
  readonly kubeconfig: string
}

/** What client configs are made from. */
export interface ClientConfigs {
  readonly cluster: string
  readonly bundle: SecretsBundle
  /** URL of the Kubernetes API. */
  readonly endpoint: string
  readonly controlPlanes: readonly string[]
  readonly machines: readonly string[]
}

/** The files in the folder for artefacts; `folder` is that of the cluster file. */
export function clientConfigFiles({ artifacts }: Pick<Desired, 'artifacts'>, folder: string): ClientConfigFiles {
  const inside = (name: string) => path.join(path.resolve(folder, artifacts.dir), name)
  return { talosconfig: inside('talosconfig'), kubeconfig: inside('kubeconfig') }
}

/** Writes a talosconfig and a kubeconfig with certificates of their own. */
export async function writeClientConfigs(files: ClientConfigFiles, wanted: ClientConfigs): Promise<void> {
  const { cluster, bundle, endpoint, controlPlanes, machines } = wanted
  // TLS judges lifetimes by the time of this computer.
  const now = new Date()
  const talos = await mintTalosContext(bundle, { name: cluster, endpoints: controlPlanes, nodes: machines, now })
  const kubernetes = await mintAdminAccess(bundle, { cluster, server: endpoint, now })
  await writePrivate(files.talosconfig, formatTalosconfig(talos))
  await writePrivate(files.kubeconfig, formatKubeconfig(kubernetes))
}
