import type { Release } from '../tables/types.ts'
import { driveFormat, isCdrom, readDrive } from './drive.ts'
import { driveSteps } from './drive-steps.ts'
import type { HardwareChange, HardwareDifference } from './hardware-difference.ts'
import { keySteps, waitingSteps } from './key-steps.ts'
import { notesSteps } from './notes-steps.ts'
import { changePhrase, sizePhrase } from './phrases.ts'
import { sameValue } from './same-value.ts'
import { type Comparison, type Step, type VmState, withPending } from './step.ts'
import { takesEffectAtOnce } from './takes-effect.ts'
import type { WantedVm } from './wanted-vm.ts'

/**
 * What separates a VM from what it should be. Ours are the keys that the file decides now, and those that the record in
 * the VM's notes lists from before; everything else is left alone. Proxmox may touch the boot order when a CD drive is
 * added, so that a second difference can follow the first.
 */
export function difference(wanted: WantedVm, vm: VmState, release: Release = '9'): HardwareDifference {
  const comparison = { wanted, vm, present: withPending(vm), release }
  const devices = Object.entries(wanted.keys).flatMap(([key, text]) =>
    (driveFormat(key) === undefined ? keySteps : driveSteps)(comparison, key, text),
  )
  const taken = devices.flatMap(({ kind, key }) => (kind === 'blocked' ? [key] : []))
  const removals = removalSteps(comparison)
  const gone = removals
    .filter((step) => step.kind === 'remove' && !needsRestart(step, comparison))
    .map(({ key }) => key)
  const steps = [...devices, ...removals, ...notesSteps(comparison, { taken, gone })].sort((a, b) =>
    a.key < b.key ? -1 : a.key > b.key ? 1 : 0,
  )
  return gather(steps, comparison)
}

/** A VM that has to be replaced is left as it is: a part of the way would not lead there. */
const HELD_BACK: HardwareDifference = {
  changes: [],
  set: {},
  delete: [],
  resize: [],
  move: [],
  restart: [],
  replace: [],
  blocked: [],
}

/** Keys that an earlier file decided and this one does not. */
function removalSteps(comparison: Comparison): readonly Step[] {
  const { wanted, vm, present, release } = comparison
  const forgotten = vm.record?.keys.filter((key) => !Object.hasOwn(wanted.keys, key) && key !== 'description') ?? []
  return forgotten.flatMap((key): readonly Step[] => {
    const from = present[key]
    if (from === undefined) return waitingSteps(comparison, key)
    if (sameValue(key, from, undefined, release)) return []
    const drive = readDrive(key, from, release)
    if (drive === undefined || isCdrom(drive)) {
      return [{ kind: 'remove', key, phrase: changePhrase(key, from, undefined, release) }]
    }
    // The system may be on it, if it is not where the file says.
    if (present[wanted.bootDisk] === undefined) return []
    const size = drive.sizeBytes === undefined ? '' : ` of ${sizePhrase(drive.sizeBytes)}`
    return [{ kind: 'remove', key, phrase: `disk ${key}${size} is detached, and kept as unused` }]
  })
}

function gather(steps: readonly Step[], comparison: Comparison): HardwareDifference {
  const changes = steps.map((step): HardwareChange => {
    const { key, kind, phrase } = step
    return { key, kind, phrase, restart: needsRestart(step, comparison) }
  })
  const phrases = (kind: Step['kind']) => steps.flatMap((step) => (step.kind === kind ? [step.phrase] : []))
  const replace = phrases('replace')
  if (replace.length > 0) {
    return { ...HELD_BACK, changes: changes.map((change) => ({ ...change, restart: false })), replace }
  }
  return {
    changes,
    set: Object.fromEntries(steps.flatMap((step) => ('value' in step ? [[step.key, step.value]] : []))),
    delete: steps.flatMap((step) => (step.kind === 'remove' ? [step.key] : [])),
    resize: steps.flatMap((step) => (step.kind === 'resize' ? [step.resize] : [])),
    move: steps.flatMap((step) => (step.kind === 'move' ? [step.move] : [])),
    restart: changes.flatMap(({ key, restart }) => (restart ? [key] : [])),
    replace,
    blocked: phrases('blocked'),
  }
}

function needsRestart(step: Step, { vm, release }: Comparison): boolean {
  if (vm.power !== 'running') return false
  if (step.kind === 'waiting') return true
  if (step.kind !== 'remove' && !('value' in step)) return false
  const to = 'value' in step ? step.value : undefined
  return !takesEffectAtOnce({ key: step.key, from: vm.config[step.key], to }, vm.config, release)
}
