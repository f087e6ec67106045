import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKubernetesApi } from '../../../sim/kubernetes/cluster.ts'
import { type JsonObject, objectAt, textAt } from '../../../sim/kubernetes/json.ts'
import { emptyKubernetes } from '../../../sim/kubernetes/state.ts'
import { tokenIssuer } from '../../../sim/kubernetes/tokens/issuer.ts'
import { manualClock } from '../../talos/manual-clock.ts'
import { ask, bodyOf, sent } from './ask.ts'
import { bringUp } from './small-cluster.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const START = Date.parse('2026-01-01T00:00:00Z')
const URL = 'https://10.5.0.10:6443'
const newKey = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
}
const KEY = newKey()

function world({ key = KEY } = {}) {
  const clock = manualClock(START)
  const tokens = tokenIssuer({ url: URL, key })
  const api = createKubernetesApi(emptyKubernetes('v1.35.4'), clock, { tokens })
  bringUp(api)
  clock.advance(30 * SECOND)
  const account = (name: string, namespace = 'default') => `/api/v1/namespaces/${namespace}/serviceaccounts/${name}`
  const request = (spec: JsonObject = {}, name = 'default', namespace = 'default') =>
    bodyOf(
      ask(
        api,
        'POST',
        `${account(name, namespace)}/token`,
        sent({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec }),
      ),
    )
  const tokenOf = (spec: JsonObject = {}, name = 'default', namespace = 'default') =>
    textAt(request(spec, name, namespace), 'status', 'token')
  const as = (bearer: string, method: string, path: string, body: JsonObject = {}) =>
    bodyOf(ask(api, method, path, { user: undefined, bearer, ...sent(body) }))
  const whoami = (bearer: string) =>
    as(bearer, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', { kind: 'SelfSubjectReview' })
  const review = (token: string, audiences: readonly string[] = []) =>
    objectAt(
      bodyOf(
        ask(
          api,
          'POST',
          '/apis/authentication.k8s.io/v1/tokenreviews',
          sent({ kind: 'TokenReview', spec: { token, audiences } }),
        ),
      ),
      'status',
    )
  return { api, clock, tokens, account, request, tokenOf, as, whoami, review }
}

const claimsOf = (token: string): JsonObject =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const UNAUTHORIZED = { code: 401, reason: 'Unauthorized', message: 'Unauthorized' }

test('a token is signed with the key of the config, says whose it is, and ends after an hour unless told otherwise', () => {
  const { request, api } = world()
  const answer = request()
  const token = textAt(answer, 'status', 'token')
  const [head = '', claims = '', signature = ''] = token.split('.')
  expect(
    verify('sha256', Buffer.from(`${head}.${claims}`), createPublicKey(KEY), Buffer.from(signature, 'base64url')),
  ).toBe(true)
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({
    alg: 'RS256',
    kid: expect.stringMatching(/^[\w-]{43}$/),
  })
  const now = START / 1000 + 30
  expect(claimsOf(token)).toEqual({
    aud: [URL],
    exp: now + 3600,
    iat: now,
    iss: URL,
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    'kubernetes.io': {
      namespace: 'default',
      serviceaccount: { name: 'default', uid: api.store.get('/serviceaccounts', 'default/default')?.metadata.uid },
    },
    nbf: now,
    sub: 'system:serviceaccount:default:default',
  })
  expect(answer).toMatchObject({
    kind: 'TokenRequest',
    metadata: { name: 'default', namespace: 'default' },
    spec: { audiences: [URL], expirationSeconds: 3600, boundObjectRef: null },
    status: { expirationTimestamp: '2026-01-01T01:00:30Z' },
  })
})

test('every namespace has a default account, and who shows its token is that account and in its groups', () => {
  const { whoami, tokenOf, api, clock } = world()
  ask(api, 'POST', '/api/v1/namespaces', sent({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'demo' } }))
  clock.advance(SECOND)
  for (const namespace of ['kube-system', 'kube-public', 'demo']) {
    const token = tokenOf({}, 'default', namespace)
    expect(whoami(token)).toMatchObject({
      status: {
        userInfo: {
          username: `system:serviceaccount:${namespace}:default`,
          uid: api.store.get('/serviceaccounts', `${namespace}/default`)?.metadata.uid,
          groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
          extra: { 'authentication.kubernetes.io/credential-id': [`JTI=${textAt(claimsOf(token), 'jti')}`] },
        },
      },
    })
  }
})

test('an account may what roles bound to it, or to its groups, say', () => {
  const { as, tokenOf, api } = world()
  const token = tokenOf()
  const pods = '/api/v1/namespaces/kube-system/pods'
  expect(as(token, 'GET', pods)).toMatchObject({
    code: 403,
    message:
      'pods is forbidden: User "system:serviceaccount:default:default" cannot list resource "pods" in API group "" in the namespace "kube-system"',
  })
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'viewers' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'default' }],
  }
  ask(api, 'POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', sent(binding))
  expect(as(token, 'GET', pods)).toMatchObject({ kind: 'PodList' })
  expect(as(token, 'GET', '/api/v1/namespaces/kube-system/secrets')).toMatchObject({ code: 403 })
  expect(as(token, 'POST', '/api/v1/namespaces/default/serviceaccounts/default/token')).toMatchObject({ code: 403 })
})

test('an expired token shows nobody, within a minute in which clocks may differ it still does', () => {
  const { whoami, tokenOf, clock, review } = world()
  const token = tokenOf({ expirationSeconds: 600 })
  clock.advance(659 * SECOND)
  expect(whoami(token)).toMatchObject({ kind: 'SelfSubjectReview' })
  clock.advance(2 * SECOND)
  expect(whoami(token)).toMatchObject(UNAUTHORIZED)
  expect(review(token)).toEqual({
    user: {},
    error: '[invalid bearer token, service account token has expired]',
  })
})

test('a token for somebody else is none for the API, but its receiver can have it reviewed', () => {
  const { whoami, tokenOf, review } = world()
  const token = tokenOf({ audiences: ['vault', 'other'] })
  expect(whoami(token)).toMatchObject(UNAUTHORIZED)
  expect(review(token)).toMatchObject({
    error: `[invalid bearer token, token audiences ["vault" "other"] is invalid for the target audiences ["${URL}"]]`,
  })
  expect(review(token, ['vault'])).toMatchObject({
    authenticated: true,
    audiences: ['vault'],
    user: { username: 'system:serviceaccount:default:default' },
  })
})

test('a token of another key, or one that was changed, shows nobody', () => {
  const { whoami, tokenOf, review, api } = world()
  const token = tokenOf()
  const uid = api.store.get('/serviceaccounts', 'default/default')?.metadata.uid ?? ''
  const forged = tokenIssuer({ url: URL, key: newKey() }).issue({ ...claimsOf(token), jti: uid })
  const [head = '', claims = '', signature = ''] = token.split('.')
  const masters = Buffer.from(JSON.stringify({ ...claimsOf(token), sub: 'admin' })).toString('base64url')
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  for (const bad of [
    forged,
    `${head}.${masters}.${signature}`,
    `${unsigned}.${claims}.`,
    `${head}.${claims}`,
    'abc',
    '',
  ])
    expect(whoami(bad)).toMatchObject(UNAUTHORIZED)
  expect(review('abc')).toEqual({ user: {}, error: 'invalid bearer token' })
})

test('a token ends with its account, even when one of the same name comes again', () => {
  const { whoami, tokenOf, api, clock, account } = world()
  const token = tokenOf()
  ask(api, 'DELETE', account('default'))
  expect(whoami(token)).toMatchObject(UNAUTHORIZED)
  clock.advance(SECOND)
  expect(api.store.get('/serviceaccounts', 'default/default')).toBeDefined()
  expect(whoami(token)).toMatchObject(UNAUTHORIZED)
  expect(whoami(tokenOf())).toMatchObject({ kind: 'SelfSubjectReview' })
})

test('a token that is bound to a pod names its node, and ends with the pod', () => {
  const { whoami, tokenOf, request, api, clock } = world()
  const [pod] = api.store.list('/pods').filter(({ metadata }) => metadata.name.startsWith('kube-proxy'))
  const { name = '', uid = '' } = pod?.metadata ?? {}
  const bound = { kind: 'Pod', apiVersion: 'v1', name }
  const account = textAt(pod, 'spec', 'serviceAccountName') || 'default'
  const token = tokenOf({ boundObjectRef: bound }, account, 'kube-system')
  const node = textAt(pod, 'spec', 'nodeName')
  expect(whoami(token)).toMatchObject({
    status: {
      userInfo: {
        extra: {
          'authentication.kubernetes.io/pod-name': [name],
          'authentication.kubernetes.io/pod-uid': [uid],
          'authentication.kubernetes.io/node-name': [node],
        },
      },
    },
  })
  expect(request({ boundObjectRef: { ...bound, uid: 'other' } }, account, 'kube-system')).toMatchObject({ code: 409 })
  expect(request({ boundObjectRef: { ...bound, kind: 'ConfigMap' } }, account, 'kube-system')).toMatchObject({
    message: 'cannot bind token to object of type v1, Kind=ConfigMap',
  })
  ask(api, 'DELETE', `/api/v1/namespaces/kube-system/pods/${name}?gracePeriodSeconds=0`)
  clock.advance(HOUR / 60)
  expect(whoami(token)).toMatchObject(UNAUTHORIZED)
})

test.each([
  [
    { expirationSeconds: 599 },
    'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes',
  ],
  [
    { expirationSeconds: 2 ** 32 + 1 },
    'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds',
  ],
])('a lifetime that makes no sense is refused: %j', (spec, message) => {
  expect(world().request(spec)).toMatchObject({ code: 422, message })
})

test('there is no token for an account that is not there, nor for another than the path names', () => {
  const { request, api, account } = world()
  expect(request({}, 'nobody')).toMatchObject({ code: 404, message: 'serviceaccounts "nobody" not found' })
  const other = { metadata: { name: 'other' }, spec: {} }
  expect(bodyOf(ask(api, 'POST', `${account('default')}/token`, sent(other)))).toMatchObject({
    code: 422,
    message:
      'TokenRequest.authentication.k8s.io "default" is invalid: metadata.name: Invalid value: "other": must match the service account name if specified',
  })
})

test('a key on a curve, as old clusters have it, signs too', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { whoami, tokenOf } = world({ key: privateKey.export({ type: 'sec1', format: 'pem' }).toString() })
  expect(whoami(tokenOf())).toMatchObject({ kind: 'SelfSubjectReview' })
})
