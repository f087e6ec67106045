import { z } from 'zod'
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
  return { known: new Set(known), open: objects.some((schema) => schema instanceof z.ZodRecord) }
}

/** The schemas that a value at a path may follow: several below a choice, none where nothing may stand. */
export function schemasAt(path: Path): z.ZodType[] {
  return path.reduce<z.ZodType[]>((schemas, part) => schemas.flatMap((schema) => inside(schema, part)), [clusterSchema])
}

function inside(schema: z.ZodType, part: string | number): z.ZodType[] {
  return alternatives(schema).flatMap((one) => {
    if (one instanceof z.ZodObject) return part in one.shape ? [one.shape[part] as z.ZodType] : []
    if (one instanceof z.ZodRecord) return [one.valueType as z.ZodType]
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
