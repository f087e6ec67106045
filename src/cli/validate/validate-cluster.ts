import type { Desired } from '../../resolve/desired.ts'
import type { Loaded } from '../../spec/load.ts'
import { locateProblems } from '../../spec/locate.ts'
import type { Located, Problem } from '../../spec/problem.ts'
import { problemsToJson, renderProblems } from '../../spec/render-problems.ts'
import { visible } from '../../spec/visible-text.ts'
import type { Session } from '../command.ts'
import { count } from '../count.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { jsonText } from '../json-text.ts'
import { readCluster } from '../read-cluster.ts'

/** Says what is wrong with a cluster file and the machine configs it makes, or that nothing is. */
export async function validateCluster(file: string, json: boolean, { io, out, err }: Session): Promise<ExitCode> {
  const { loaded, desired, problems: own } = await readCluster(file, io)
  const problems = [...own, ...locateProblems(loaded.source, await configProblems(loaded, desired))]
  const valid = desired !== undefined && problems.every(({ severity }) => severity !== 'error')
  if (json) out.print(jsonText({ valid, problems: problemsToJson(problems) }))
  // The line about a valid file counts its warnings.
  else err.print(renderProblems(problems, { color: err.color, columns: err.columns, counted: !valid }))
  if (valid && !json) out.print(`${summary(file, desired, problems)}\n`)
  return valid ? exitCodes.ok : exitCodes.invalidSpec
}

/** What is wrong with machine configs; while the file itself has errors, only its patches can be looked at. */
async function configProblems(loaded: Loaded, desired: Desired | undefined): Promise<readonly Problem[]> {
  if (desired === undefined) return (await import('../../run/render/check-patches.ts')).checkPatches(loaded)
  const { checkConfigs } = await import('../../run/render/check-configs.ts')
  return checkConfigs(loaded, desired)
}

function summary(file: string, { machines, proxmox }: Desired, problems: readonly Located[]): string {
  const hosts = proxmox.hosts.length === 0 ? '' : ` on ${count(proxmox.hosts.length, 'host')}`
  const warnings = problems.length === 0 ? '' : `, ${count(problems.length, 'warning')}`
  return `${visible(file)} is valid: ${count(machines.length, 'machine')}${hosts}${warnings}`
}
