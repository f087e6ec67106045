import type { Api } from '../api.ts'
import { type Json, type JsonObject, numberAt, objectAt, textAt, textsAt, withValue } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { decode } from '../operations/decode.ts'
import { evictPod } from '../operations/evict.ts'
import type { Target } from '../operations/request.ts'
import { keepChanged, replaceObject, requireObject } from '../operations/update.ts'
import { mergePatch } from '../patch/merge-patch.ts'
import { hasSubresource } from '../resources/resource.ts'
import { methodNotAllowed, noSuchPath, Refusal } from '../status.ts'
import { requestToken } from '../tokens/request.ts'
import { type ApiAnswer, json } from './request.ts'
import { bodyOf, type Call, patch, shown, targetOf } from './resource-calls.ts'
import { writeOptions } from './write-options.ts'

type Handler = (call: Call, verb: string) => ApiAnswer

/** What is served below resources, by its name. */
const SUBRESOURCES: Readonly<Record<string, Handler>> = {
  status: part,
  approval: part,
  finalize: (call) => shown(call, finalize(call)),
  ephemeralcontainers: part,
  resize: part,
  eviction: (call) => {
    evictPod(call.api, targetOf(call), bodyOf(call))
    return json(SUCCESS, 201)
  },
  binding: (call) => {
    bind(call.api, targetOf(call), bodyOf(call))
    return json(SUCCESS, 201)
  },
  scale,
  log: refuse('the containers of simulated pods write no logs'),
  exec: refuse('nothing can be executed in a simulated pod'),
  attach: refuse('there is nothing to attach to in a simulated pod'),
  portforward: refuse('a simulated pod has no ports'),
  token: (call, verb) => {
    if (verb !== 'create') throw methodNotAllowed()
    return json(requestToken(call.api, targetOf(call), bodyOf(call)), 201)
  },
  proxy: refuse('nothing answers behind a simulated node, pod or service'),
}

const SUCCESS: JsonObject = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }

/** Carries out a call for something below an object. */
export function subresourceCall(call: Call, verb: string): ApiAnswer {
  const { resource, subresource = '' } = call.route
  const handle = SUBRESOURCES[subresource]
  if (handle === undefined || !hasSubresource(resource, subresource)) throw noSuchPath()
  return handle(call, verb)
}

function part(call: Call, verb: string): ApiAnswer {
  const { api, request, route, warnings } = call
  // Approving goes by a path of its own, but what it changes is the status.
  const subresource = route.subresource === 'approval' ? 'status' : route.subresource
  if (verb === 'get') return shown(call, requireObject(api, targetOf(call)))
  if (verb === 'patch') return patch(call, subresource)
  if (verb !== 'update') throw methodNotAllowed()
  const options = { ...writeOptions(request, warnings), subresource }
  return shown(call, replaceObject(api, targetOf(call), bodyOf(call), options))
}

function finalize(call: Call): KubeObject {
  const { api, request, warnings } = call
  const live = requireObject(api, targetOf(call))
  const sent = decode(bodyOf(call), call.route.resource, { manager: '' })
  const changed = withValue(live, ['spec', 'finalizers'], objectAt(sent, 'spec').finalizers ?? [])
  return keepChanged(api, targetOf(call), live, changed, writeOptions(request, warnings))
}

/** Puts a pod onto a node. */
export function bind(api: Api, target: Target, body: Json): void {
  const live = requireObject(api, target)
  const node = textAt(objectAt({ body }, 'body'), 'target', 'name')
  const sent = withValue(live, ['spec', 'nodeName'], node)
  keepChanged(api, target, live, sent, { manager: 'kube-scheduler', subresource: undefined })
}

function scale(call: Call, verb: string): ApiAnswer {
  const { api, request, warnings } = call
  const target = targetOf(call)
  const live = requireObject(api, target)
  if (verb === 'get') return json(scaleOf(live))
  const body = bodyOf(call)
  const wanted = objectAt({ wanted: verb === 'patch' ? mergePatch(scaleOf(live), body) : body }, 'wanted')
  const replicas = numberAt(wanted, 'spec', 'replicas') ?? 0
  const sent = withValue(live, ['spec', 'replicas'], replicas)
  return json(scaleOf(keepChanged(api, target, live, sent, writeOptions(request, warnings))))
}

function scaleOf(object: KubeObject): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata
  const selector = Object.entries(textsAt(object, 'spec', 'selector', 'matchLabels'))
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: numberAt(object, 'spec', 'replicas') ?? 0 },
    status: {
      replicas: numberAt(object, 'status', 'replicas') ?? 0,
      selector: selector.map(([key, value]) => `${key}=${value}`).join(','),
    },
  }
}

function refuse(why: string): Handler {
  return (call) => {
    requireObject(call.api, targetOf(call))
    throw new Refusal(501, 'NotImplemented', why)
  }
}
