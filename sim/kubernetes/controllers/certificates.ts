import { encodeBase64 } from '../../../src/encoding/base64.ts'
import { type Api, timestamp } from '../api.ts'
import { readRequest } from '../certificates/request.ts'
import { hasSigner } from '../certificates/signer.ts'
import { isAllowed } from '../http/authorize.ts'
import { type JsonObject, listAt, numberAt, objectAt, objectsAt, textAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { holds } from '../printing/pod-status.ts'
import type { Controller } from './controller.ts'
import { remove, setStatus, withCondition } from './write.ts'

/** Where requests for certificates are kept. */
export const REQUESTS = 'certificates.k8s.io/certificatesigningrequests'

const MANAGER = 'kube-controller-manager'
const KUBELET_CLIENT = 'kubernetes.io/kube-apiserver-client-kubelet'
const HOUR_MS = 3_600_000

/** How long a request stays once nothing more happens to it. */
const KEPT_MS = { settled: HOUR_MS, waiting: 24 * HOUR_MS }

/** Approves what kubelets may ask for to log in, signs what is approved, and clears away what is old. */
export const certificateController: Controller = {
  name: 'certificates',
  concerns: ({ resource, type, object }) => (resource === REQUESTS && type !== 'DELETED' ? [object.metadata.name] : []),
  reconcile(api, name) {
    const request = api.store.get(REQUESTS, name)
    if (request === undefined) return undefined
    const left = lastTime(request) + KEPT_MS[isSettled(request) ? 'settled' : 'waiting'] - api.clock.now()
    if (left <= 0) {
      remove(api, REQUESTS, request)
      return undefined
    }
    if (!isSettled(request)) {
      if (holds(request, 'Approved')) issue(api, request)
      else approve(api, request)
    }
    return left
  },
}

const isSettled = (request: KubeObject): boolean =>
  textAt(request, 'status', 'certificate') !== '' || holds(request, 'Denied') || holds(request, 'Failed')

const lastTime = (request: KubeObject): number =>
  Math.max(
    ...objectsAt(request, 'status', 'conditions').map((each) => Date.parse(textAt(each, 'lastUpdateTime')) || 0),
    Date.parse(request.metadata.creationTimestamp),
  )

const textOf = (request: KubeObject): string =>
  Buffer.from(textAt(request, 'spec', 'request'), 'base64').toString('utf8')

/** A kubelet's own certificate is approved when roles let whoever asks have it: for itself, or for any node. */
function approve(api: Api, request: KubeObject): void {
  if (textAt(request, 'spec', 'signerName') !== KUBELET_CLIENT) return
  const content = readRequest(textOf(request))
  if (content === undefined) return
  const groups = listAt(request, 'spec', 'groups').filter((group) => typeof group === 'string')
  const name = textAt(request, 'spec', 'username')
  const may = (sub: string) =>
    isAllowed(
      api,
      { name, groups },
      {
        kind: 'resource',
        verb: 'create',
        group: 'certificates.k8s.io',
        resource: `certificatesigningrequests/${sub}`,
        namespace: undefined,
        name: undefined,
      },
    )
  const isSelf = name === content.commonName && may('selfnodeclient')
  if (!isSelf && !may('nodeclient')) return
  const message = `Auto approving ${isSelf ? 'self ' : ''}kubelet client certificate after SubjectAccessReview.`
  tell(api, request, { type: 'Approved', status: 'True', reason: 'AutoApproved', message })
}

function issue(api: Api, request: KubeObject): void {
  const signerName = textAt(request, 'spec', 'signerName')
  if (api.sign === undefined || !hasSigner(signerName)) return
  const usages = listAt(request, 'spec', 'usages').filter((usage) => typeof usage === 'string')
  const seconds = numberAt(request, 'spec', 'expirationSeconds')
  const answer = api.sign({ request: textOf(request), signerName, usages, seconds }, certificateTime(api))
  if ('refused' in answer) {
    tell(api, request, { type: 'Failed', status: 'True', reason: 'SignerValidationFailure', message: answer.refused })
    return
  }
  const certificate = encodeBase64(answer.certificate)
  setStatus(api, MANAGER, REQUESTS, request, { ...objectAt(request, 'status'), certificate })
}

/** Who connects judges by the real time, of which the simulated one may be ahead. */
const certificateTime = ({ clock }: Api): number => Math.min(clock.now(), Date.now())

function tell(api: Api, request: KubeObject, condition: JsonObject): void {
  const time = timestamp(api)
  const status = objectAt(request, 'status')
  const conditions = withCondition(status, { ...condition, lastUpdateTime: time }, time)
  setStatus(api, MANAGER, REQUESTS, request, { ...status, conditions })
}
