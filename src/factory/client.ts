import { createSecureContext, type SecureContext } from 'node:tls'
import { visible } from '../spec/visible-text.ts'
import { UserError } from '../user-error.ts'
import { type Clock, wait } from '../world/clock.ts'
import type { Dial } from '../world/dial.ts'
import { canonicalYaml } from './canonical-yaml.ts'
import { type Answer, exchange, type Question } from './exchange.ts'
import { readId, readJson, readList } from './read-answer.ts'
import type { Schematic } from './schematic.ts'
import { schematicId } from './schematic-id.ts'
import { isPassing } from './trouble.ts'

/** What a client of a factory needs of its surroundings. */
export interface FactoryWorld {
  readonly clock: Clock
  readonly dial: Dial
  /** Certificates, in PEM, whose holders may vouch for a factory. */
  readonly authorities: readonly string[]
}

/** An image factory. */
export interface FactoryClient {
  /** Its address. */
  readonly url: string
  /** Makes a schematic known, without which the factory serves no image of it, and tells its id; may be repeated. */
  readonly register: (schematic: Schematic) => Promise<string>
  /** The Talos versions that it makes images of, such as `v1.13.9`; pre-releases too. */
  readonly versions: () => Promise<readonly string[]>
  /** Full names of the official extensions for a version. */
  readonly extensions: (version: string) => Promise<readonly string[]>
  /** Names of the overlays for a version, each with its image. */
  readonly overlays: (version: string) => Promise<readonly { readonly name: string; readonly image: string }[]>
}

const DEADLINE_MS = 30_000
// A factory that restarts, or the way to it, is mostly back within seconds.
const DELAYS_MS = [1000, 4000]

/** Makes a client; nothing is sent until the first question. */
export function createFactoryClient(factory: string, world: FactoryWorld): FactoryClient {
  const url = factory.replace(/\/+$/, '')
  let context: SecureContext | undefined
  // To read all authorities takes longer than most runs need a factory for.
  const line = () => {
    context ??= createSecureContext({ ca: [...world.authorities] })
    return { dial: world.dial, context, deadline: DEADLINE_MS }
  }

  const ask = async (method: Question['method'], path: string, body?: string): Promise<unknown> => {
    const question = { method, url: new URL(url + path), ...(body === undefined ? {} : { body }) }
    const answer = await patiently(world.clock, () => exchange(question, line()))
    return readJson(`${method} ${path}`, url, answer)
  }
  const list = async <T>(path: string, read: (row: unknown) => T | undefined): Promise<readonly T[]> =>
    readList(path, url, await ask('GET', path), read)

  return {
    url,
    async register(schematic) {
      const id = readId(url, await ask('POST', '/schematics', canonicalYaml(schematic)))
      requireSameId(url, id, schematicId(schematic))
      return id
    },
    versions: () => list('/versions', (row) => (typeof row === 'string' ? row : undefined)),
    extensions: (version) => list(`/version/${version}/extensions/official`, (row) => textOf(row, 'name')),
    overlays: (version) =>
      list(`/version/${version}/overlays/official`, (row) => {
        const [name, image] = [textOf(row, 'name'), textOf(row, 'image')]
        return name === undefined || image === undefined ? undefined : { name, image }
      }),
  }
}

const isBusy = ({ status }: Answer): boolean => status === 429 || status >= 500

/** Asks again where that can help; every question may be repeated, also the one that makes a schematic known. */
async function patiently(clock: Clock, attempt: () => Promise<Answer>): Promise<Answer> {
  for (const delay of DELAYS_MS) {
    const end = await attempt().catch((error: unknown) => {
      if (!isPassing(error)) throw error
      return undefined
    })
    if (end !== undefined && !isBusy(end)) return end
    await wait(clock, delay)
  }
  return await attempt()
}

function textOf(row: unknown, key: string): string | undefined {
  const entries = typeof row === 'object' && row !== null ? Object.entries(row) : []
  const value: unknown = entries.find(([name]) => name === key)?.[1]
  return typeof value === 'string' ? value : undefined
}

/** A factory that understands a schematic in another way would make other images than those that are looked for. */
function requireSameId(url: string, id: string, expected: string | undefined): void {
  if (expected === undefined || id === expected) return
  throw new UserError(
    'factory-id',
    `the image factory ${visible(url)} calls the schematic ${id}, but its id must be ${expected}`,
    { hint: 'a factory that adds an owner to schematics is not supported; if this one does not, please report it' },
  )
}
