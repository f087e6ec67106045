import { api8 } from './tables/api-8.gen.ts'
import { api9 } from './tables/api-9.gen.ts'
import { parameters } from './tables/parameters.gen.ts'
import type { ApiRows, MethodRow, Parameter, Release, Verb } from './tables/types.ts'

/** A method of the API with its parameters by name; an indexed one is listed as `net[n]`. */
export interface Method extends Omit<MethodRow, 'params'> {
  readonly release: Release
  readonly path: string
  readonly verb: Verb
  readonly parameters: ReadonlyMap<string, Parameter>
}

/** The methods of each major release. */
export const api: Readonly<Record<Release, ApiRows>> = { 8: api8, 9: api9 }

/** Looks a method up by its path template; undefined when the release has no such method. */
export function findMethod(release: Release, verb: Verb, path: string): Method | undefined {
  const row = Object.hasOwn(api[release], path) ? api[release][path]?.[verb] : undefined
  if (row === undefined) return undefined
  const { params, ...rest } = row
  return { ...rest, release, path, verb, parameters: new Map(Object.entries(params).map(resolve)) }
}

function resolve([name, index]: readonly [string, number]): [string, Parameter] {
  const parameter = parameters[index]
  if (parameter === undefined) throw new Error(`the table of parameters has no row ${index} for ${name}`)
  return [name, parameter]
}
