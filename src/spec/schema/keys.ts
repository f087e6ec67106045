import { z } from 'zod'
import { type PathTree, pathTree } from '../path-tree.ts'
import type { Path } from '../problem.ts'
import { clusterSchema } from './cluster.ts'

/** The keys that may stand at a place of the cluster file; `open` when any key may. */
export interface Keys {
  readonly known: ReadonlySet<string>
  readonly open: boolean
}

/** Which keys the schema knows at a path. */
export function keysAt(path: Path): Keys {
  const objects = schemasAt(path).flatMap(alternatives)
  const known = objects.flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []))
  return {
    known: new Set(known),
    open: objects.some((schema) => schema instanceof z.ZodRecord || schema instanceof z.ZodUnknown),
  }
}

/** Whether a value belongs to someone else's format, in which `null` is a value like any other. */
export function isFreeForm(path: Path): boolean {
  return schemasAt(path)
    .flatMap(alternatives)
    .some((schema) => schema instanceof z.ZodUnknown)
}

/** The examples of the keys that every cluster file must have; any other can be left out, or what is around it. */
export const mandatoryExamples: PathTree<unknown> = pathTree(mandatoryIn(clusterSchema, []))

function mandatoryIn(schema: z.ZodObject, above: Path): [Path, unknown][] {
  return Object.entries(schema.shape).flatMap(([key, inner]): [Path, unknown][] => {
    if (!(inner instanceof z.ZodType) || inner instanceof z.ZodOptional) return []
    const path = [...above, key]
    const deeper = inner instanceof z.ZodObject ? mandatoryIn(inner, path) : []
    return [[path, exampleOf(inner)], ...deeper]
  })
}

function exampleOf(schema: z.ZodType): unknown {
  const examples: unknown = schema.meta()?.examples
  return Array.isArray(examples) ? examples[0] : undefined
}

/** The schemas that a value at a path may follow: several below a choice, none where nothing may stand. */
export function schemasAt(path: Path): z.ZodType[] {
  return path.reduce<z.ZodType[]>((schemas, part) => schemas.flatMap((schema) => inside(schema, part)), [clusterSchema])
}

function inside(schema: z.ZodType, part: string | number): z.ZodType[] {
  return alternatives(schema).flatMap((one) => {
    if (one instanceof z.ZodObject) return Object.hasOwn(one.shape, part) ? [one.shape[part] as z.ZodType] : []
    if (one instanceof z.ZodRecord) return [one.valueType as z.ZodType]
    if (one instanceof z.ZodUnknown) return [one]
    return one instanceof z.ZodArray ? [one.element as z.ZodType] : []
  })
}

/** The plain schemas behind optional, union and transforming ones. */
export function alternatives(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return alternatives(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(alternatives)
  if (schema instanceof z.ZodPipe) return alternatives(schema.in as z.ZodType)
  return [schema]
}
