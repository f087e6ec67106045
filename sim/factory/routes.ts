import type { World } from '../world/world.ts'
import { extensionsOf, knownVersions, overlaysOf } from './catalogue.ts'
import { keepSchematic } from './schematics.ts'
import { type ServedImage, serveImage } from './serve-image.ts'

/** An answer of the factory: a text, or an image. */
export type FactoryAnswer =
  | { readonly status: number; readonly type: string; readonly body: string }
  | { readonly image: ServedImage }

/** A request to the factory; `path` begins below its address. */
export interface FactoryRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}

type Route = (world: World, request: FactoryRequest, part: string) => FactoryAnswer

const text = (status: number, body: string): FactoryAnswer => ({ status, type: 'text/plain; charset=utf-8', body })

const json = (status: number, value: unknown): FactoryAnswer => ({
  status,
  type: 'application/json',
  body: `${JSON.stringify(value)}\n`,
})

const create: Route = (world, { body }) => {
  const kept = keepSchematic(world, body)
  return kept === undefined ? text(400, 'yaml: the document is not a schematic\n') : json(201, kept)
}

const read: Route = (world, _, id) => {
  const schematic = Object.hasOwn(world.factory.schematics, id) ? world.factory.schematics[id] : undefined
  if (schematic === undefined) return text(404, `schematic ${id} not found\n`)
  return { status: 200, type: 'application/yaml', body: schematic }
}

const versions: Route = (_, { query }) => json(200, query.get('broken') === 'true' ? [] : knownVersions())

const forVersion =
  (list: (version: string) => readonly unknown[]): Route =>
  (_, __, version) =>
    knownVersions().includes(version) ? json(200, list(version)) : text(404, `version ${version} not found\n`)

const extensions = forVersion((version) =>
  extensionsOf(version).map((name) => ({
    name,
    ref: `ghcr.io/${name}:${version}`,
    digest: `sha256:${'0'.repeat(64)}`,
    author: 'Sidero Labs',
    description: '',
  })),
)

const overlays = forVersion((version) =>
  overlaysOf(version).map(({ name, image }) => ({
    name,
    image,
    ref: `ghcr.io/${image}:${version}`,
    digest: `sha256:${'0'.repeat(64)}`,
  })),
)

const image: Route = (world, { path }) => {
  const found = serveImage(world, path)
  return 'status' in found ? text(found.status, found.text) : { image: found }
}

const ROUTES: readonly (readonly [methods: readonly string[], path: RegExp, route: Route])[] = [
  [['POST'], /^\/schematics$/, create],
  [['GET'], /^\/schematics\/([^/]+)$/, read],
  [['GET'], /^\/versions$/, versions],
  [['GET'], /^\/version\/([^/]+)\/extensions\/official$/, extensions],
  [['GET'], /^\/version\/([^/]+)\/overlays\/official$/, overlays],
  [['GET', 'HEAD'], /^\/image\/[^/]+\/[^/]+\/[^/]+$/, image],
]

/** Answers a request as the factory does. */
export function answerFactory(world: World, request: FactoryRequest): FactoryAnswer {
  const matching = ROUTES.filter(([, path]) => path.test(request.path))
  const [, path, route] = matching.find(([methods]) => methods.includes(request.method)) ?? []
  if (path !== undefined && route !== undefined) return route(world, request, path.exec(request.path)?.[1] ?? '')
  return matching.length > 0 ? text(405, 'Method Not Allowed\n') : text(404, '404 page not found\n')
}
