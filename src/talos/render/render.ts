import type { Problem } from '../../spec/problem.ts'
import { UserError } from '../../user-error.ts'
import { targetOf } from '../config/contract.ts'
import { identityOf } from '../document/identity.ts'
import { type ConfigProblem, formatConfigProblem } from '../document/problem.ts'
import type { MachineContext } from '../from-desired/context.ts'
import { documentsFor } from '../from-desired/documents.ts'
import type { Mode } from '../validate/config-view.ts'
import { validate } from '../validate/validate.ts'
import { applyPatches, placed, type ReadPatch, type Traced } from './apply-patches.ts'
import { otherHostName } from './host-name.ts'
import type { PatchText } from './patch-text.ts'
import { patchValue } from './patch-value.ts'
import { references } from './references.ts'
import { tooLarge } from './size.ts'
import { type Setting, settingAt } from './trace.ts'

/** What one machine's config is rendered from. */
export interface RenderInput extends MachineContext {
  /** The Talos that the machine runs, which may be older than the one it is to run. */
  readonly running: string
  /** The machine's first address, once it is known. */
  readonly address: string | undefined
  readonly patchText: (patch: MachineContext['machine']['talos']['patches'][number]) => PatchText
}

/** The config of one machine; with an error among the problems it must not be sent. */
export interface Rendered extends Traced {
  readonly machine: string
  readonly problems: readonly Problem[]
}

/** Makes the config of a machine, applies its patches, and finds everything that is wrong with it. */
export function renderMachine(input: RenderInput): Rendered {
  const { machine } = input
  const { patches, problems: unfilled } = readPatches(input)
  try {
    const base = documentsFor(
      input,
      patches.flatMap(({ values }) => values),
    )
    const { problems, ...patched } = applyPatches(base, patches)
    const found = [...unfilled, ...problems]
    // What is left out because it is wrong would only cause more complaints.
    const checked = found.length > 0 ? found : check(patched, input)
    return { ...patched, machine: machine.name, problems: checked }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const { code, message, hint } = error
    const problem: Problem = {
      code,
      severity: 'error',
      path: settingPaths[code] ?? poolPath(input),
      message,
      ...(hint === undefined ? {} : { hint }),
    }
    return { machine: machine.name, documents: [], traces: new Map(), problems: [...unfilled, problem] }
  }
}

function readPatches(input: RenderInput): { readonly patches: ReadPatch[]; readonly problems: Problem[] } {
  const problems: Problem[] = []
  const patches = input.machine.talos.patches.map((patch): ReadPatch => {
    const text = input.patchText(patch)
    const values = text.documents.map((root, document) => {
      const { value, faults } = patchValue(root, text.index.text, input)
      const hint = `there are ${Object.keys(references).join(', ')}; write $\${…} for the text itself`
      problems.push(...faults.map((fault) => placed({ code: 'reference', hint, ...fault }, text, document)))
      return value
    })
    return { text, values }
  })
  return { patches, problems }
}

/** Machines run from Proxmox' disks: an ISO installs, as on metal; a disk image is there already, as in a cloud. */
const modeOf = ({ machine }: MachineContext): Mode => (machine.image.source.mode === 'iso' ? 'metal' : 'cloud')

function check(config: Traced, input: RenderInput): Problem[] {
  const found = [
    ...validate(config.documents, { talos: targetOf(input.running), mode: modeOf(input) }),
    ...otherHostName(config.documents, input),
  ]
  const caused = found.flatMap((problem) => inPatch(problem, config) ?? [])
  // What else is wrong while a patch is, is most likely its doing.
  const problems = caused.length > 0 ? caused : found.map((problem) => inCluster(problem, input))
  return [...problems, ...tooLarge(config.documents, input.machine, poolPath(input))]
}

/** A problem of the config at the place in the patch that caused it. */
function inPatch(problem: ConfigProblem, config: Traced): Problem | undefined {
  const { against = -1, ...own } = problem
  const setting = settingIn(config, problem.index, problem.path) ?? settingIn(config, against, [])
  if (setting === undefined) return undefined
  return placed({ ...own, message: formatConfigProblem(problem) }, setting.patch, setting.document, setting.path)
}

function settingIn({ documents, traces }: Traced, index: number, path: Problem['path']): Setting | undefined {
  const document = documents[index]
  return document === undefined ? undefined : settingAt(traces.get(identityOf(document)), path)
}

/** A problem that no patch caused is shown at the pool of the machine. */
function inCluster(problem: ConfigProblem, input: MachineContext): Problem {
  const { severity, hint } = problem
  return {
    code: 'machine-config',
    severity,
    path: poolPath(input),
    message: `the machine config of ${input.machine.name}: ${formatConfigProblem(problem)}`,
    ...(hint === undefined ? {} : { hint }),
  }
}

/** Where that is decided which Talos has no room for; everything else is a matter of the pool. */
const settingPaths: Readonly<Record<string, Problem['path']>> = {
  'talos-vips': ['network', 'vip'],
}

const poolPath = ({ machine }: Pick<MachineContext, 'machine'>): Problem['path'] =>
  machine.role === 'controlplane' ? ['controlPlane'] : ['workers', machine.pool]
