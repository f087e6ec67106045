import type { Api } from '../api.ts'
import type { JsonObject } from '../json.ts'
import { keepRenewing, LEASES, renewLeases } from '../nodes/leases.ts'
import { applyObject } from '../operations/apply.ts'
import { createObject } from '../operations/create.ts'
import { type PatchKind, patchObject } from '../operations/patch.ts'
import { removeObject } from '../operations/remove.ts'
import type { Target, User } from '../operations/request.ts'
import { replaceObject, requireObject } from '../operations/update.ts'
import { listObjects, type Selection } from '../query/list.ts'
import { watchObjects } from '../query/watch.ts'
import { badRequest, methodNotAllowed, Refusal } from '../status.ts'
import { eventView, includedFor, showObject, showPage, type View } from './answers.ts'
import { readBody, shapeFor } from './negotiate.ts'
import { type ApiAnswer, type ApiRequest, json } from './request.ts'
import { review } from './reviews.ts'
import type { Route } from './route.ts'
import { subresourceCall } from './subresource-calls.ts'
import { removeOptions, writeOptions } from './write-options.ts'

/** A request that has been let in. */
export interface Call {
  readonly api: Api
  readonly request: ApiRequest
  readonly route: Route
  readonly user: User
  readonly warnings: string[]
}

/** Carries out what a verb means for a resource. */
export function resourceCall(call: Call, verb: string): ApiAnswer {
  const { api, route } = call
  if (route.resource.storage === LEASES) renewLeases(api, route.namespace, route.name)
  const known = route.resource.verbs.includes(verb)
  if (route.subresource !== undefined) return subresourceCall(call, verb)
  if (!known) throw methodNotAllowed()
  const handle = VERBS[verb]
  if (handle === undefined) throw methodNotAllowed()
  return handle(call)
}

const VERBS: Readonly<Record<string, (call: Call) => ApiAnswer>> = {
  get: (call) => shown(call, requireObject(call.api, targetOf(call))),
  list,
  watch,
  create,
  update: (call) => {
    const { api, request, warnings } = call
    const options = writeOptions(request, warnings)
    return shown(call, replaceObject(api, targetOf(call), bodyOf(call), options))
  },
  patch: (call) => patch(call, undefined),
  delete: remove,
  deletecollection: (call) => {
    const page = listObjects(call.api, selectionOf(call))
    const options = removeOptions(call.request, bodyOf(call))
    for (const { metadata } of page.items)
      removeObject(call.api, { resource: call.route.resource, ...metadata }, options)
    return json(showPage(call.route.resource, page, viewOf(call)))
  },
}

/** The object that a call means. */
export function targetOf({ route: { resource, namespace, name } }: Call): Target {
  if (name === undefined) throw badRequest('name must be provided')
  return { resource, namespace, name }
}

/** What a call brings. */
export const bodyOf = ({ api, request }: Call) => readBody(request, api.registry.typeNamed)

/** How the caller wants to see objects. */
export const viewOf = ({ api, request }: Call): View => ({
  shape: shapeFor(request.accept),
  include: includedFor(request.query),
  now: api.clock.now(),
})

/** An answer with an object. */
export function shown(call: Call, object: Parameters<typeof showObject>[1], status = 200): ApiAnswer {
  const body = showObject(call.route.resource, object, viewOf(call))
  return { kind: 'json', status, body, warnings: call.warnings }
}

function selectionOf({ request: { query }, route: { resource, namespace, name } }: Call): Selection {
  const fields = [query.get('fieldSelector'), name === undefined ? null : `metadata.name=${name}`]
  return {
    resource,
    namespace,
    labels: query.get('labelSelector') ?? '',
    fields: fields.filter((term) => term !== null && term !== '').join(','),
  }
}

function list(call: Call): ApiAnswer {
  const { query } = call.request
  const limit = Number(query.get('limit') ?? 0)
  const page = listObjects(call.api, selectionOf(call), { limit, continued: query.get('continue') ?? '' })
  return json(showPage(call.route.resource, page, viewOf(call)))
}

function watch(call: Call): ApiAnswer {
  const { api, request, route } = call
  const { query } = request
  const options = {
    revision: query.get('resourceVersion') ?? '',
    bookmarks: query.get('allowWatchBookmarks') === 'true',
    initial: query.get('sendInitialEvents') === 'true',
  }
  const seconds = Number(query.get('timeoutSeconds') ?? 1800)
  const selection = selectionOf(call)
  // Refused before the stream begins, so that it can still be refused.
  watchObjects(api, selection, { ...options, bookmarks: false }, () => undefined)()
  const show = eventView(route.resource, () => viewOf(call))
  return {
    kind: 'stream',
    start(tell, end) {
      const stop = watchObjects(api, selection, options, (event) => tell(show(event)))
      const cancel = api.clock.after(seconds * 1000, end)
      const rest = route.resource.storage === LEASES ? keepRenewing(api, route.namespace) : undefined
      return () => {
        stop()
        rest?.()
        cancel()
      }
    },
  }
}

function create(call: Call): ApiAnswer {
  const { api, request, route, user, warnings } = call
  const body = bodyOf(call)
  const answer = review(api, route.resource.storage, body, user)
  if (answer !== undefined) return json(answer, 201)
  const options = writeOptions(request, warnings)
  return shown(call, createObject(api, route, body, options), 201)
}

const PATCHES: Readonly<Record<string, PatchKind>> = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
}

/** Patches or applies, the object itself or one of its parts. */
export function patch(call: Call, subresource: string | undefined): ApiAnswer {
  const { api, request, warnings } = call
  const options = { ...writeOptions(request, warnings), subresource }
  const type = request.contentType.split(';')[0]?.trim() ?? ''
  if (type === 'application/apply-patch+yaml') {
    const force = request.query.get('force') === 'true'
    const manager = request.query.get('fieldManager') ?? ''
    const body = bodyOf(call)
    const { object, created } = applyObject(api, targetOf(call), body, { ...options, manager, force })
    return shown(call, object, created ? 201 : 200)
  }
  const kind = PATCHES[type]
  if (kind === undefined)
    throw new Refusal(
      415,
      'UnsupportedMediaType',
      `the body of the request was in an unknown format - accepted media types include: ${Object.keys(PATCHES).join(', ')}, application/apply-patch+yaml`,
    )
  return shown(call, patchObject(api, targetOf(call), kind, bodyOf(call), options))
}

function remove(call: Call): ApiAnswer {
  const { api, request, route } = call
  const { object, gone } = removeObject(api, targetOf(call), removeOptions(request, bodyOf(call)))
  if (!gone || route.resource.storage === '/pods') return shown(call, object)
  const { group, resource } = route.resource
  const details: JsonObject = {
    name: object.metadata.name,
    ...(group === '' ? {} : { group }),
    kind: resource,
    uid: object.metadata.uid,
  }
  return json({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details })
}
