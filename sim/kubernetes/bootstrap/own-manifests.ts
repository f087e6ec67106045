import { coreDns } from './core-dns.ts'
import { flannel } from './flannel.ts'
import { foundation } from './foundation.ts'
import { kubeProxy } from './kube-proxy.ts'
import type { Manifest, ManifestSettings } from './manifest.ts'

/** What Talos brings to a cluster with such a config, in the order in which it is applied. */
export function ownManifests(settings: ManifestSettings): readonly Manifest[] {
  const manifests = [
    ...foundation(settings),
    ...(settings.flannel ? [flannel(settings)] : []),
    ...(settings.kubeProxy ? [kubeProxy(settings)] : []),
    ...(settings.coreDns ? coreDns(settings) : []),
  ]
  return manifests.sort((a, b) => (a.id < b.id ? -1 : 1))
}
