import { X509Certificate } from 'node:crypto'
import { encodeBase64 } from '../../encoding/base64.ts'
import { readIfThere } from '../../files/read-if-there.ts'
import { readTalosContext } from '../../talos/talosconfig.ts'
import type { ClientConfigFiles, ClientConfigs } from './write.ts'

/** A certificate that is about to expire is renewed while it still works. */
const RENEW_DAYS = 30
const DAY = 24 * 60 * 60 * 1000

/** What client configs should say now. */
export interface WantedConfigs extends ClientConfigs {
  /** How many machines nobody knows the address of at the moment; what was written of them stays. */
  readonly unknown: number
}

/** Whether the files that people use the cluster with are there, name the right addresses, and last a while. */
export async function clientConfigsFit(files: ClientConfigFiles, wanted: WantedConfigs): Promise<boolean> {
  const { cluster, bundle, endpoint, controlPlanes, machines, unknown } = wanted
  const [talosconfig, kubeconfig] = await Promise.all([readIfThere(files.talosconfig), readIfThere(files.kubeconfig)])
  if (talosconfig === undefined || kubeconfig === undefined) return false
  const { os, k8s } = bundle.authorities
  const context = readTalosContext(talosconfig, cluster)
  if (context === undefined || context.ca !== encodeBase64(os.crt)) return false
  if (!names(context.endpoints, controlPlanes, unknown) || !names(context.nodes, machines, unknown)) return false
  if (textAt(kubeconfig, 'certificate-authority-data') !== encodeBase64(k8s.crt)) return false
  if (textAt(kubeconfig, 'server') !== endpoint) return false
  return lasts(context.crt) && lasts(textAt(kubeconfig, 'client-certificate-data'))
}

/** Whether a list has all addresses, and no more than those of machines whose address is unknown. */
function names(written: readonly string[], wanted: readonly string[], unknown: number): boolean {
  const [found, asked] = [new Set(written), new Set(wanted)]
  const others = [...found].filter((address) => !asked.has(address))
  return others.length <= unknown && [...asked].every((address) => found.has(address))
}

const textAt = (kubeconfig: string, key: string): string =>
  new RegExp(`^[ -]*${key}: (\\S+)$`, 'm').exec(kubeconfig)?.[1] ?? ''

function lasts(encoded: string): boolean {
  try {
    const { validTo } = new X509Certificate(Buffer.from(encoded, 'base64'))
    return new Date(validTo).getTime() > Date.now() + RENEW_DAYS * DAY
  } catch {
    return false
  }
}
