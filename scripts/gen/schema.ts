import { clusterJsonSchema } from '../../src/spec/json-schema.ts'

/** The JSON Schema of the cluster file as the package ships it, by its path in the repository. */
export function generateSchema(): ReadonlyMap<string, string> {
  return new Map([['schema/cluster.schema.json', `${JSON.stringify(clusterJsonSchema(), null, 2)}\n`]])
}
