import { X509Certificate } from 'node:crypto'
import { encodeBase64 } from '../../encoding/base64.ts'
import { readIfThere } from '../../files/read-if-there.ts'
import type { ClientConfigFiles, ClientConfigs } from './write.ts'

/** A certificate that is about to expire is renewed while it still works. */
const RENEW_DAYS = 30
const DAY = 24 * 60 * 60 * 1000

/** Whether the files that people use the cluster with are there, name the right addresses, and last a while. */
export async function clientConfigsFit(files: ClientConfigFiles, wanted: ClientConfigs): Promise<boolean> {
  const { bundle, endpoint, controlPlanes, machines } = wanted
  const [talosconfig, kubeconfig] = await Promise.all([readIfThere(files.talosconfig), readIfThere(files.kubeconfig)])
  if (talosconfig === undefined || kubeconfig === undefined) return false
  const { os, k8s } = bundle.authorities
  const names = [encodeBase64(os.crt), ...controlPlanes, ...machines]
  if (!names.every((name) => talosconfig.includes(name))) return false
  if (!kubeconfig.includes(encodeBase64(k8s.crt)) || !kubeconfig.includes(endpoint)) return false
  return lasts(talosconfig, /\bcrt: (\S+)/) && lasts(kubeconfig, /\bclient-certificate-data: (\S+)/)
}

function lasts(text: string, certificate: RegExp): boolean {
  const encoded = certificate.exec(text)?.[1]
  if (encoded === undefined) return false
  try {
    const { validTo } = new X509Certificate(Buffer.from(encoded, 'base64'))
    return new Date(validTo).getTime() > Date.now() + RENEW_DAYS * DAY
  } catch {
    return false
  }
}
