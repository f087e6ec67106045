import { chosenFile, defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { toggle } from '../flag.ts'

/** `talmox validate`: everything that is wrong with a cluster file, without asking anyone. */
export const validate = command({
  name: 'validate',
  group: 'Cluster file',
  summary: 'check a cluster file, offline',
  detail:
    'Checks the keys, values and cross-field rules of a cluster file and shows every problem with its place and a way out. Nothing is asked but the file. Ends with 3 when there are errors; warnings alone do not count.',
  arguments: { file: { name: 'FILE', about: `the cluster file; default: ${defaultFile}`, completes: 'file' } },
  flags: {
    file: fileFlag,
    json: toggle({ about: 'print one JSON document: {valid, problems}' }),
  },
  examples: [
    { line: 'talmox validate', does: 'check cluster.yaml in this folder' },
    { line: 'talmox validate lab.yaml --json | jq .problems', does: 'the same of another file, for programs' },
  ],
  run: async ({ arguments: { file }, flags: { file: flagged, json } }, session) => {
    const { validateCluster } = await import('../validate/validate-cluster.ts')
    return validateCluster(chosenFile(file, flagged, session.io), json, session)
  },
})
