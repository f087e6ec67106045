import { z } from 'zod'

/** What a key of the cluster file tells its reader; the docs and the JSON Schema are made from it. */
export interface About {
  readonly description: string
  readonly example: unknown
  /** The built-in value, written as a user would write it; the bottom layer of every merge. */
  readonly default?: unknown
  /** How the value is found when it is not written and depends on other keys. */
  readonly derived?: string
}

/** An optional key of the cluster file with its documentation. */
export function field<Schema extends z.ZodType>(schema: Schema, about: About): z.ZodOptional<Schema> {
  return documented(schema.optional(), aboutToMeta(about))
}

/** A key that must be written. */
export function required<Schema extends z.ZodType>(schema: Schema, about: About): Schema {
  return schema.meta(aboutToMeta(about))
}

/** A group of keys that is documented as one section; unknown keys in it are errors. */
export function section<Shape extends z.ZodRawShape>(
  shape: Shape,
  description: string,
): z.ZodOptional<z.ZodObject<Shape, z.core.$strict>> {
  return documented(z.strictObject(shape).optional(), { description })
}

/** Documents a schema that was just made; `meta` would make a copy first, and there are hundreds of keys. */
function documented<Schema extends z.ZodType>(schema: Schema, meta: z.core.GlobalMeta): Schema {
  z.globalRegistry.add(schema, meta)
  return schema
}

/** A group of keys that stands at several places of the file: the docs and the JSON Schema describe it once, by name. */
export interface Part {
  readonly name: string
  readonly description: string
}

/** Names a schema as a part; wherever it is used, it is the same part. */
export function part<Schema extends z.ZodType>(name: string, description: string, schema: Schema): Schema {
  return schema.meta({ part: { name, description } satisfies Part })
}

/** A part as a section of the file. */
export function partSection<Schema extends z.ZodType>(schema: Schema, description: string): z.ZodOptional<Schema> {
  return schema.optional().meta({ description })
}

/** A kind of value with a name of its own, such as a size; the docs describe it once. */
export interface Kind {
  readonly title: string
  readonly description: string
  readonly examples: readonly [unknown, ...unknown[]]
}

/** Names a schema as a kind of value; `pattern` tells editors what only a check in code knows. */
export function kind<Schema extends z.ZodType>(schema: Schema, about: Kind & { readonly pattern?: string }): Schema {
  const { pattern, ...kind } = about
  const { title, description, examples } = kind
  return schema.meta({
    title,
    description,
    examples: [...examples],
    kind,
    ...(pattern === undefined ? {} : { pattern }),
  })
}

function aboutToMeta({ description, example, ...rest }: About) {
  return { description, examples: [example], ...rest }
}
