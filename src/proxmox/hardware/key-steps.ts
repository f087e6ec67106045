import { findQemuKey } from '../qemu-key.ts'
import { mergeText } from './decided-parts.ts'
import { changePhrase } from './phrases.ts'
import { sameValue } from './same-value.ts'
import { blockedBy, type Comparison, isOurs, type Step } from './step.ts'

const isArm = (machine: string): boolean => /(?:^|=)virt/.test(machine)

/** Keys that an installed system does not survive a change of. */
const FIXED: Readonly<Record<string, (from: string, to: string) => boolean>> = {
  arch: () => true,
  bios: () => true,
  machine: (from, to) => isArm(from) !== isArm(to),
}

/** What separates a key other than a drive from its wanted value. */
export function keySteps(comparison: Comparison, key: string, wanted: string): readonly Step[] {
  const { vm, present, release } = comparison
  const [from, running] = [present[key], vm.config[key]]
  const to = become(comparison, key, wanted, from)
  if (sameValue(key, from, to, release)) {
    // What runs may have all that is wanted while a part waits that talmox does not decide: no reason for a restart.
    const isInForce = sameValue(key, running, become(comparison, key, wanted, running), release)
    return isInForce ? [] : waitingSteps(comparison, key)
  }
  const phrase = changePhrase(key, from, to, release)
  if (from === undefined) return [{ kind: 'add', key, value: to, phrase }]
  if (FIXED[key]?.(from, to)) return [{ kind: 'replace', key, phrase: `${phrase}, which needs a new VM` }]
  if (isDevice(key) && !isOurs(comparison, key)) return [blockedBy(key, from)]
  // While the VM runs with the wanted value already, this takes back what waits.
  const kind = vm.config[key] === undefined ? 'add' : 'set'
  return [{ kind, key, value: to, phrase }]
}

/** What a key should become, given what is there: parts that others wrote stay. */
function become({ release }: Comparison, key: string, wanted: string, present: string | undefined): string {
  const format = findQemuKey(key)?.key.propertyString
  return format === undefined || present === undefined ? wanted : mergeText(format, wanted, present, release)
}

/** Keys with a number are devices, except for the settings of cloud-init. */
const isDevice = (key: string): boolean => findQemuKey(key)?.index !== undefined && !key.startsWith('ipconfig')

/** A key that has its wanted value only after the next start. */
export function waitingSteps({ vm, present, release }: Comparison, key: string): readonly Step[] {
  if (vm.power !== 'running' || !Object.hasOwn(vm.pending, key)) return []
  if (sameValue(key, vm.config[key], present[key], release)) return []
  const phrase = `${changePhrase(key, vm.config[key], present[key], release)}, once it was off`
  return [{ kind: 'waiting', key, phrase }]
}
