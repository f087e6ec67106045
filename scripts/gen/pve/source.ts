import path from 'node:path'
import { amend } from './amendments.ts'
import { isObject, type JsonObject, methodsByPath, readJson } from './api-tree.ts'

/** The schema documents that the tables are made from. */
export interface PveSource {
  /** Methods by path, for each major release. */
  readonly api: Readonly<Record<'8' | '9', ReadonlyMap<string, JsonObject>>>
  /** The paths that we need. */
  readonly paths: readonly string[]
}

/** Reads the schema documents below the directory of shared data. */
export function readPveSource(sharedData: string): PveSource {
  const read = (name: string) => readJson(path.join(sharedData, 'pve', name))
  const wanted = read('endpoints-subset.json')
  return {
    api: {
      8: onlyLookedAt(methodsByPath(read('apidoc-8.4.json'))),
      9: onlyLookedAt(amend(methodsByPath(read('apidoc-9.1.3-2026-04-30.json')))),
    },
    paths: isObject(wanted) ? [...Object.keys(wanted), ...LOOKED_AT].sort() : [],
  }
}

/** What the product only reads: guests that it never makes. */
export const LOOKED_AT: readonly string[] = ['/nodes/{node}/lxc/{vmid}/config']

function onlyLookedAt(api: ReadonlyMap<string, JsonObject>): ReadonlyMap<string, JsonObject> {
  return new Map([...api].map(([at, methods]) => [at, LOOKED_AT.includes(at) ? { GET: methods.GET ?? {} } : methods]))
}
