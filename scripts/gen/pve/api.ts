import { isObject, type JsonObject, parametersOf } from './api-tree.ts'
import { file, literal, propertyKey } from './emit.ts'
import { formatName } from './formats.ts'
import { dropAbsent, parameterRow, type Row } from './rules.ts'
import type { PveSource } from './source.ts'

const VERBS = ['GET', 'POST', 'PUT', 'DELETE']

/** The parameter descriptions that methods share, each written once. */
export interface Pool {
  readonly lines: readonly string[]
  readonly indexOf: (row: Row) => number
}

/** Gathers the parameters of both releases and gives each distinct one a number, the most used ones first. */
export function poolParameters(source: PveSource): Pool {
  const uses = new Map<string, number>()
  for (const release of ['8', '9'] as const) {
    for (const path of source.paths) {
      for (const [, method] of methodsAt(source, release, path)) {
        for (const [name, schema] of parametersOf(method)) {
          const line = literal(row(name, path, schema))
          uses.set(line, (uses.get(line) ?? 0) + 1)
        }
      }
    }
  }
  const lines = [...uses].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([line]) => line)
  const index = new Map(lines.map((line, at) => [line, at]))
  return {
    lines,
    indexOf(wanted) {
      const at = index.get(literal(wanted))
      if (at === undefined) throw new Error(`no such parameter: ${literal(wanted)}`)
      return at
    },
  }
}

/** Writes the shared parameter descriptions. */
export function emitPool(pool: Pool): string {
  const lines = pool.lines.map((line) => `  ${line},\n`).join('')
  return file(
    ['Parameter'],
    [
      `/** Every distinct parameter of the API; methods refer to them by position. */\nexport const parameters: readonly Parameter[] = [\n${lines}]\n`,
    ],
  )
}

/** Writes the methods of one release. */
export function emitApi(source: PveSource, release: '8' | '9', pool: Pool): string {
  const paths = source.paths.flatMap((path) => {
    const methods = methodsAt(source, release, path).map(
      ([verb, method]) => `    ${verb}: ${literal(methodRow(path, method, pool))},\n`,
    )
    return methods.length === 0 ? [] : [`  ${propertyKey(path)}: {\n${methods.join('')}  },\n`]
  })
  return file(
    ['ApiRows'],
    [`/** Methods of Proxmox VE ${release}. */\nexport const api${release}: ApiRows = {\n${paths.join('')}}\n`],
  )
}

function methodRow(path: string, method: JsonObject, pool: Pool): Row {
  const parameters = method.parameters
  return dropAbsent({
    params: Object.fromEntries(
      [...parametersOf(method)].map(([name, schema]) => [name, pool.indexOf(row(name, path, schema))]),
    ),
    allow: allow(method),
    protected: method.protected ? true : undefined,
    proxyto: method.proxyto,
    noToken: method.allowtoken ? undefined : true,
    open: isObject(parameters) && parameters.additionalProperties === 1 ? true : undefined,
  })
}

/** Without a permission entry, and with one that holds only words, a method is for root@pam. */
function allow(method: JsonObject): unknown {
  const { permissions } = method
  if (!isObject(permissions)) return 'root'
  // Where both stand, the check only limits what those see whom the method admits anyway.
  return permissions.user === 'all' ? 'all' : (permissions.check ?? permissions.user ?? 'root')
}

function row(name: string, path: string, schema: JsonObject): Row {
  return parameterRow(name, schema, () => formatName(name, path))
}

/** The methods of a path, in a fixed order. */
export function methodsAt(
  source: PveSource,
  release: '8' | '9',
  path: string,
): readonly (readonly [string, JsonObject])[] {
  const methods = source.api[release].get(path) ?? {}
  return VERBS.flatMap((verb) => {
    const method = methods[verb]
    return isObject(method) ? [[verb, method] as const] : []
  })
}
