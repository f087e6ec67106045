import { once } from 'node:events'
import { createServer } from 'node:net'
import { clusterSigner } from '../../../sim/kubernetes/certificates/signer.ts'
import { createKubernetesApi, type KubernetesApi } from '../../../sim/kubernetes/cluster.ts'
import { serveKubernetes } from '../../../sim/kubernetes/serve.ts'
import { emptyKubernetes, type KubernetesState } from '../../../sim/kubernetes/state.ts'
import { tokenIssuer } from '../../../sim/kubernetes/tokens/issuer.ts'
import { acceleratedClock } from '../../../sim/world/clock.ts'
import { type AdminAccess, mintAdminAccess } from '../../../src/kubernetes/kubeconfig.ts'
import { issueServer } from '../../../src/talos/certificates/server.ts'
import type { SecretsBundle } from '../../../src/talos/secrets/bundle.ts'
import { createSecretsBundle } from '../../../src/talos/secrets/create.ts'

/** A simulated cluster that real programs can call. */
export interface LoopbackCluster {
  readonly api: KubernetesApi
  readonly access: AdminAccess
  readonly bundle: SecretsBundle
  readonly port: number
  readonly close: () => void
}

/** Serves a simulated cluster at a port of the loopback address. */
export async function serveOnLoopback({
  state = emptyKubernetes('v1.35.4'),
  speed = 20,
}: {
  state?: KubernetesState
  speed?: number
} = {}): Promise<LoopbackCluster> {
  const now = new Date()
  const bundle = await createSecretsBundle('v1.12.6', now)
  const authority = bundle.authorities.k8s
  const certificate = await issueServer(
    authority,
    { commonName: 'kube-apiserver', hosts: ['127.0.0.1'], key: 'p256' },
    now,
  )
  const tokens = tokenIssuer({ url: 'https://127.0.0.1:6443', key: bundle.serviceAccountKey })
  const api = createKubernetesApi(state, acceleratedClock(speed), { sign: clusterSigner(authority), tokens })
  const server = serveKubernetes({ api, tls: { cert: certificate.crt, key: certificate.key, clientCA: authority.crt } })
  const listener = createServer({ noDelay: true }, server.accept)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const access = await mintAdminAccess(bundle, { cluster: 'sim', server: `https://127.0.0.1:${port}`, now })
  return {
    api,
    access,
    bundle,
    port,
    close() {
      server.close()
      listener.close()
      api.close()
    },
  }
}
