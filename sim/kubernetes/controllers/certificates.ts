import { encodeBase64 } from '../../../src/encoding/base64.ts'
import { timestamp } from '../api.ts'
import { listAt, objectAt, textAt } from '../json.ts'
import { holds } from '../printing/pod-status.ts'
import type { Controller } from './controller.ts'
import { setStatus, withCondition } from './write.ts'

const STORAGE = 'certificates.k8s.io/certificatesigningrequests'
const MANAGER = 'kube-controller-manager'
const KUBELET_CLIENT = 'kubernetes.io/kube-apiserver-client-kubelet'
const BOOTSTRAPPERS = ['system:bootstrappers:nodes', 'system:nodes']

/** Approves what kubelets ask for to log in, and signs what is approved. */
export const certificateController: Controller = {
  name: 'certificates',
  concerns: ({ resource, type, object }) => (resource === STORAGE && type !== 'DELETED' ? [object.metadata.name] : []),
  reconcile(api, name) {
    const request = api.store.get(STORAGE, name)
    if (request === undefined || textAt(request, 'status', 'certificate') !== '' || holds(request, 'Denied'))
      return undefined
    const time = timestamp(api)
    const isKubelet =
      textAt(request, 'spec', 'signerName') === KUBELET_CLIENT &&
      listAt(request, 'spec', 'groups').some((group) => typeof group === 'string' && BOOTSTRAPPERS.includes(group))
    if (!holds(request, 'Approved')) {
      if (!isKubelet) return undefined
      const approval = {
        type: 'Approved',
        status: 'True',
        reason: 'AutoApproved',
        message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
        lastUpdateTime: time,
      }
      const status = objectAt(request, 'status')
      setStatus(api, MANAGER, STORAGE, request, { ...status, conditions: withCondition(status, approval, time) })
      return undefined
    }
    const usages = listAt(request, 'spec', 'usages').filter((usage) => typeof usage === 'string')
    const pem = Buffer.from(textAt(request, 'spec', 'request'), 'base64').toString('utf8')
    const certificate = api.sign?.(pem, usages, new Date(api.clock.now()))
    if (certificate === undefined) return undefined
    setStatus(api, MANAGER, STORAGE, request, {
      ...objectAt(request, 'status'),
      certificate: encodeBase64(certificate),
    })
    return undefined
  },
}
