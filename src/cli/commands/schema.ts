import { command } from '../command.ts'
import { exitCodes } from '../exit-code.ts'
import { jsonText } from '../json-text.ts'

/** `talmox schema`: the cluster file for editors and other programs. */
export const schema = command({
  name: 'schema',
  group: 'Setting up',
  summary: 'print the JSON Schema of cluster files',
  detail:
    'Prints the JSON Schema of cluster files. An editor with it completes keys, explains them and marks mistakes.',
  arguments: {},
  flags: {},
  examples: [
    {
      line: 'talmox schema > cluster.schema.json',
      does: 'for editors; the cluster file then starts with: # yaml-language-server: $schema=cluster.schema.json',
    },
  ],
  run: async (_, { out }) => {
    const { clusterJsonSchema } = await import('../../spec/json-schema.ts')
    out.print(jsonText(clusterJsonSchema()))
    return exitCodes.ok
  },
})
