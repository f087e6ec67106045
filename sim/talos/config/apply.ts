import { Code, ConnectError } from '@connectrpc/connect'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { emit } from '../events/emit.ts'
import { cancelLater, later, type Node } from '../node.ts'
import { startSequence, taskDone } from '../sequence/run.ts'
import { isAtLeast } from '../version.ts'
import { activate } from './activate.ts'
import { judgeConfig } from './judge.ts'
import { machineConfig } from './machine-config.ts'
import { isSame, needsReboot } from './needs-reboot.ts'
import { saveConfig } from './save.ts'
import { textDiff } from './text-diff.ts'

/** How a config is to take effect. */
export type ApplyMode = 'reboot' | 'auto' | 'no-reboot' | 'staged' | 'try'

/** What is to be applied. */
export interface ApplyWish {
  readonly text: string
  readonly mode: ApplyMode
  readonly dryRun: boolean
  readonly trialMs: number
}

/** What became of it: the mode that was chosen, and words for people. */
export interface ApplyOutcome {
  readonly mode: ApplyMode
  readonly details: string
}

/** Applies a config to a machine. */
export function applyConfig(node: Node, wish: ApplyWish): ApplyOutcome {
  return node.state.stage === 'maintenance' ? applyFirst(node, wish) : applyChange(node, wish)
}

function applyFirst(node: Node, { text, mode, dryRun }: ApplyWish): ApplyOutcome {
  if (!isAtLeast(node, '1.13') && (mode === 'no-reboot' || mode === 'staged')) {
    const why = `apply configuration --mode='${mode}' is not supported in maintenance mode`
    throw new ConnectError(why, Code.Unimplemented)
  }
  judgeConfig(node, text)
  if (dryRun)
    return { mode, details: 'Dry run summary:\nNode is running in maintenance mode and does not have a config yet.\n' }
  saveConfig(node, text)
  activate(node, text)
  // The caller still gets its answer; then the machine goes on with its boot.
  later(node, 'config-arrived', 0)
  return { mode, details: '' }
}

/** A machine in maintenance mode has got its config: everybody is sent away, and the boot goes on. */
export function configArrived(node: Node): void {
  emit(node, { type: 'TaskEvent', task: 'runningMaintenance', action: 'STOP' })
  node.state.stage = 'booting'
  taskDone(node, 'loadConfig')
}

function applyChange(node: Node, wish: ApplyWish): ApplyOutcome {
  if (isAtLeast(node, '1.14') && wish.mode === 'reboot') {
    throw new ConnectError('reboot mode is not supported anymore', Code.Unimplemented)
  }
  if (node.state.stage === 'rebooting') throw new ConnectError('machine is rebooting', Code.FailedPrecondition)
  const after = judgeConfig(node, wish.text)
  const before = machineConfig(node)?.documents ?? []
  const diff = textDiff(printDocuments(before), printDocuments(after))
  const needs = !isAtLeast(node, '1.14') && needsReboot(before, after)
  const refusal = `this config change can't be applied in immediate mode\ndiff:\n${diff}`
  if (needs && (wish.mode === 'no-reboot' || wish.mode === 'try'))
    throw new ConnectError(`${refusal}\n`, Code.InvalidArgument)
  const mode = wish.mode === 'auto' ? (needs ? 'reboot' : 'no-reboot') : wish.mode
  if (wish.dryRun)
    return { mode, details: dryRunText(mode, wish.trialMs, isSame(before, after) ? 'No changes.' : diff) }
  const why = wish.mode === 'auto' && needs ? `: ${refusal}` : ''
  CARRY_OUT[mode](node, wish)
  return { mode, details: `${TEXTS[mode](wish.trialMs)}${why}` }
}

const CARRY_OUT: Readonly<Record<Exclude<ApplyMode, 'auto'>, (node: Node, wish: ApplyWish) => void>> = {
  'no-reboot'(node, { text }) {
    confirm(node)
    saveConfig(node, text)
    activate(node, text)
  },
  reboot(node, { text }) {
    confirm(node)
    saveConfig(node, text)
    startSequence(node, 'reboot')
  },
  staged(node, { text }) {
    confirm(node)
    saveConfig(node, text)
  },
  try(node, { text, trialMs }) {
    const { state } = node
    state.trial ??= { text: state.config?.text ?? '' }
    cancelLater(node, 'trial-ends')
    later(node, 'trial-ends', trialMs)
    activate(node, text)
  },
}

/** Whatever comes after a trial ends it. */
function confirm(node: Node): void {
  delete node.state.trial
  cancelLater(node, 'trial-ends')
}

const seconds = (milliseconds: number): string =>
  milliseconds % 60_000 === 0 ? `${milliseconds / 60_000}m0s` : `${milliseconds / 1000}s`

const TEXTS: Readonly<Record<Exclude<ApplyMode, 'auto'>, (trialMs: number) => string>> = {
  'no-reboot': () => 'Applied configuration without a reboot',
  reboot: () => 'Applied configuration with a reboot',
  staged: () => 'Staged configuration to be applied after the next reboot',
  try: (trialMs) =>
    `Applied configuration without a reboot\nThe config is applied in 'try' mode and will be automatically reverted back in ${seconds(trialMs)}`,
}

const dryRunText = (mode: Exclude<ApplyMode, 'auto'>, trialMs: number, diff: string): string =>
  `Dry run summary:\n${TEXTS[mode](trialMs)} (skipped in dry-run).\nConfig diff:\n\n${diff}`
