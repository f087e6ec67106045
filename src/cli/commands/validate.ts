import type { Desired } from '../../resolve/desired.ts'
import type { Located } from '../../spec/problem.ts'
import { visible } from '../../spec/visible-text.ts'
import { defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { count } from '../count.ts'
import { exitCodes } from '../exit-code.ts'
import { toggle } from '../flag.ts'

/** `talmox validate`: everything that is wrong with a cluster file, without asking anyone. */
export const validate = command({
  name: 'validate',
  group: 'Cluster file',
  summary: 'check a cluster file, offline',
  detail:
    'Checks the keys, values and cross-field rules of a cluster file and shows every problem with its place and a way out. Nothing is asked but the file. Ends with 3 when there are errors; warnings alone do not count.',
  arguments: {},
  flags: {
    file: fileFlag,
    json: toggle({ about: 'print one JSON document: {valid, problems}' }),
  },
  examples: [
    { line: 'talmox validate', does: 'check cluster.yaml in this folder' },
    { line: 'talmox validate -f lab.yaml --json | jq .problems', does: 'the same of another file, for programs' },
  ],
  run: async ({ flags: { file = defaultFile, json } }, { io, out, err }) => {
    const { readCluster } = await import('../read-cluster.ts')
    const { problemsToJson, renderProblems } = await import('../../spec/render-problems.ts')
    const { desired, problems } = await readCluster(file, io)
    const valid = desired !== undefined
    if (json) out.print(`${JSON.stringify({ valid, problems: problemsToJson(problems) }, null, 2)}\n`)
    else err.print(renderProblems(problems, { color: err.color }))
    if (valid && !json) out.print(`${summary(file, desired, problems)}\n`)
    return valid ? exitCodes.ok : exitCodes.invalidSpec
  },
})

function summary(file: string, { machines, proxmox }: Desired, problems: readonly Located[]): string {
  const hosts = proxmox.hosts.length === 0 ? '' : ` on ${count(proxmox.hosts.length, 'host')}`
  const warnings = problems.length === 0 ? '' : `, ${count(problems.length, 'warning')}`
  return `${visible(file)} is valid: ${count(machines.length, 'machine')}${hosts}${warnings}`
}
