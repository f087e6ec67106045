import { z } from 'zod'
import { clusterSchema } from './schema/cluster.ts'

type Json = Record<string, unknown>

/** The cluster file as a JSON Schema, for editors and other programs. */
export function clusterJsonSchema(): Json {
  const schema = z.toJSONSchema(clusterSchema, {
    io: 'input',
    reused: 'ref',
    override: ({ jsonSchema }) => tellDerived(jsonSchema),
  }) as Json
  return { $id: 'https://talmox.dev/schema/v1alpha1/cluster.schema.json', title: 'talmox cluster', ...schema }
}

function tellDerived(schema: Json): void {
  const { derived, description } = schema
  if (typeof derived !== 'string') return
  delete schema.derived
  schema.description = `${String(description)} Default: ${derived}.`
}
