import { nearest } from '../../spec/nearest.ts'
import { UserError } from '../../user-error.ts'
import type { Session } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { jsonText } from '../json-text.ts'
import { type Column, table } from '../table.ts'
import { type WorkOptions, withCluster } from '../work/with-cluster.ts'
import { collectOutputs, type MachineOutput, type Outputs } from './outputs.ts'

/** What to show, and how. */
export interface OutputsOptions extends WorkOptions {
  /** One output or machine, or a part of a machine: `homelab-cp-1.ip`. */
  readonly name: string | undefined
  readonly json: boolean
  readonly raw: boolean
}

/** Shows what other programs want to know of a cluster. */
export async function showOutputs(options: OutputsOptions, session: Session): Promise<ExitCode> {
  return await withCluster(options, session, async (work) => {
    const outputs = await collectOutputs(work)
    const { out } = work.session
    const value = options.name === undefined ? outputs : named(outputs, options.name)
    if (options.raw) out.print(rawText(value, options.name))
    else if (options.json) out.print(jsonText(value))
    else if (value === outputs) out.print(wholeText(outputs, session))
    else out.print(typeof value === 'object' && value !== null ? jsonText(value) : `${value ?? 'not known yet'}\n`)
    return exitCodes.ok
  })
}

/** The output of a name: of the cluster, a machine, or one thing about a machine. */
function named(outputs: Outputs, name: string): unknown {
  const whole = Object.entries(outputs).find(([key]) => key === name)
  if (whole !== undefined) return whole[1]
  const machine = outputs.machines.find((one) => name === one.name || name.startsWith(`${one.name}.`))
  if (machine?.name === name) return machine
  const part = Object.entries(machine ?? {}).find(([key]) => name === `${machine?.name}.${key}`)
  if (part !== undefined) return part[1]
  const known = [
    ...Object.keys(outputs),
    ...outputs.machines.flatMap((one) => [one.name, ...Object.keys(one).map((key) => `${one.name}.${key}`)]),
  ]
  const close = nearest(name, known)
  throw new UserError('no-such-output', `there is no output ${JSON.stringify(name)}`, {
    hint: close === undefined ? 'talmox outputs shows all of them' : `did you mean ${close}?`,
  })
}

/** Only what is one value can be printed as it is; a script must not go on with what is not known. */
function rawText(value: unknown, name: string | undefined): string {
  if (name === undefined || (typeof value === 'object' && value !== null)) {
    throw new UserError('not-one-value', '--raw prints one value', {
      hint: 'name one, such as endpoint, or use --json',
    })
  }
  if (value !== null) return String(value)
  throw new UserError('not-known', `${name} is not known yet`, { hint: 'talmox up makes what is missing' })
}

const columns: readonly Column<MachineOutput>[] = [
  { title: 'NAME', cell: ({ name }) => name, style: () => 'bold' },
  { title: 'VMID', cell: ({ vmid }) => String(vmid) },
  { title: 'HOST', cell: ({ host }) => host ?? '-' },
  { title: 'IP', cell: ({ ip }) => ip ?? '-' },
  { title: 'MAC', cell: ({ mac }) => mac, shed: 1 },
]

function wholeText({ endpoint, kubeconfig, talosconfig, machines }: Outputs, { out }: Session): string {
  return `${[
    `endpoint     ${endpoint ?? '-'}`,
    `kubeconfig   ${kubeconfig ?? '-'}`,
    `talosconfig  ${talosconfig ?? '-'}`,
    '',
    ...table(columns, machines, { width: out.columns, paint: out.paint }).lines,
  ].join('\n')}\n`
}
