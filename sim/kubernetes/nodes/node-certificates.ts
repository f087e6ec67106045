import { encodeBase64 } from '../../../src/encoding/base64.ts'
import type { Api } from '../api.ts'
import { writeRequest } from '../certificates/request.ts'
import { REQUESTS } from '../controllers/certificates.ts'
import { objectsAt, textAt } from '../json.ts'
import { createObject } from '../operations/create.ts'
import type { User } from '../operations/request.ts'

const EVERYBODY = 'system:authenticated'
const NODES = 'system:nodes'

/** Who a machine is that has only a token to join by. */
const joining = (token: string): User => ({
  name: `system:bootstrap:${token.split('.')[0]}`,
  groups: ['system:bootstrappers', 'system:bootstrappers:nodes', EVERYBODY],
})

/** A kubelet that joins asks for the certificate that it logs in with. */
export function requestClientCertificate(api: Api, node: string, token: string): void {
  ask(api, joining(token), node, [], 'kubernetes.io/kube-apiserver-client-kubelet', 'client auth')
}

/** A kubelet asks for the certificate that it serves with, unless it has asked already; somebody has to approve it. */
export function requestServingCertificate(api: Api, node: string): void {
  const user = { name: `system:node:${node}`, groups: [NODES, EVERYBODY] }
  const signer = 'kubernetes.io/kubelet-serving'
  const isAsked = api.store
    .list(REQUESTS)
    .some((each) => textAt(each, 'spec', 'username') === user.name && textAt(each, 'spec', 'signerName') === signer)
  if (isAsked) return
  const addresses = objectsAt(api.store.get('/nodes', node), 'status', 'addresses').map((each) =>
    textAt(each, 'address'),
  )
  ask(api, user, node, [...new Set([node, ...addresses])], signer, 'server auth')
}

function ask(api: Api, user: User, node: string, hosts: readonly string[], signerName: string, usage: string): void {
  const request = writeRequest({ commonName: `system:node:${node}`, organizations: [NODES], hosts })
  createObject(
    api,
    { resource: api.registry.stored(REQUESTS) },
    {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { generateName: 'csr-' },
      spec: { request: encodeBase64(request), signerName, usages: ['digital signature', usage] },
    },
    { manager: 'kubelet', user },
  )
}
