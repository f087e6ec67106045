import type { Desired, Machine } from '../../resolve/desired.ts'
import { renderProblems } from '../../spec/render-problems.ts'
import { visible } from '../../spec/visible-text.ts'
import { UserError } from '../../user-error.ts'
import { fileWords } from '../cluster-file.ts'
import type { Session } from '../command.ts'
import { count } from '../count.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { jsonText } from '../json-text.ts'
import { machineNamed } from '../machine-named.ts'
import { ownCommand } from '../own-command.ts'
import { type Cluster, readCluster } from '../read-cluster.ts'
import { clusterView } from './cluster-view.ts'
import { concealValue } from './conceal.ts'
import { desiredToJson, machineToJson } from './json.ts'
import { machineView } from './machine-view.ts'

/** What to show of a cluster file, and how. */
export interface ShowOptions {
  readonly file: string
  readonly node: string | undefined
  readonly origin: boolean
  readonly json: boolean
  /** Whether secrets are shown as they are. */
  readonly secrets: boolean
}

/** Shows what a cluster file comes to, or why it comes to nothing. */
export async function showCluster(options: ShowOptions, { io, out, err }: Session): Promise<ExitCode> {
  if (options.node !== undefined && /\.ya?ml$/.test(options.node)) throw fileAsNode(options.node, io)
  const cluster = await readCluster(options.file, io)
  const { desired, problems } = cluster
  if (desired === undefined) {
    err.print(renderProblems(problems, { color: err.color, columns: err.columns }))
    return exitCodes.invalidSpec
  }
  const machine = options.node === undefined ? undefined : machineNamed(options.node, desired)
  if (machine === undefined && options.origin && !options.json) throw needsNode(desired, options.file, io)
  out.print(options.json ? asJson(machine, desired, options, cluster) : asText(machine, desired, options, cluster, out))
  if (problems.length > 0)
    err.print(
      `${err.paint('yellow', count(problems.length, 'warning'))}: ${ownCommand(io)} validate${visible(fileWords(options.file))} says more\n`,
    )
  return exitCodes.ok
}

function asJson(
  machine: Machine | undefined,
  desired: Desired,
  { origin, secrets }: ShowOptions,
  { source }: Cluster,
): string {
  const traced = origin ? source : undefined
  const document = machine === undefined ? desiredToJson(desired, traced) : machineToJson(machine, traced)
  return jsonText(secrets ? document : concealValue(document))
}

function asText(
  machine: Machine | undefined,
  desired: Desired,
  { origin, secrets }: ShowOptions,
  { source, spec }: Cluster,
  out: Session['out'],
): string {
  if (machine !== undefined) return machineView({ machine, desired, source, origin, secrets }, out)
  return clusterView(desired, spec, out)
}

function fileAsNode(node: string, io: Io): UserError {
  return new UserError('usage', `${node} is a file, and the argument of show is the name of a machine`, {
    hint: `${ownCommand(io)} show${fileWords(node)}`,
  })
}

function needsNode({ machines: [first] }: Desired, file: string, io: Io): UserError {
  return new UserError('usage', '--origin needs the name of a machine, or --json', {
    ...(first === undefined ? {} : { hint: `${ownCommand(io)} show ${first.name} --origin${fileWords(file)}` }),
  })
}
