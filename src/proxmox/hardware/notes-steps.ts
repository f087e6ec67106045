import { type Notes, parseNotes, printNotes } from '../ownership/notes.ts'
import type { OwnershipRecord } from '../ownership/record.ts'
import type { Comparison, Step } from './step.ts'

/** Keys that the record must not list: those that somebody else has taken, and those that go with this update. */
export interface NotRecorded {
  readonly taken: readonly string[]
  readonly gone: readonly string[]
}

/** What separates the notes from those that the VM should have. */
export function notesSteps(comparison: Comparison, not: NotRecorded): readonly Step[] {
  const { wanted, present } = comparison
  const from = present.description ?? ''
  const notes = parseNotes(from)
  const record = renewed(comparison, not, notes.record)
  const value = printNotes({ before: wanted.notes ?? keptText(notes), after: notes.after, record })
  if (notes.fault === undefined && printNotes({ ...notes, record: withoutGone(comparison, notes.record) }) === value) {
    return []
  }
  const kind = from === '' ? 'add' : 'set'
  return [{ kind, key: 'description', value, phrase: `notes ${from === '' ? 'are added' : 'change'}` }]
}

/** Text of people stays, unless the file states it; text that an earlier file stated goes with it. */
const keptText = ({ before, record }: Notes): string => (record?.keys.includes('description') ? '' : before)

/** What a VM was made from and by is history; who it is and what is decided of it may change. */
function renewed(
  { wanted, vm }: Comparison,
  { taken, gone }: NotRecorded,
  present: OwnershipRecord | undefined,
): OwnershipRecord {
  const decided = wanted.record.keys.filter((key) => !taken.includes(key))
  if (present === undefined) return { ...wanted.record, keys: decided }
  const { contract, schematic, talmox } = present
  // A key that is to go stays ours until it is gone, which may take a restart.
  const isLeaving = (key: string) =>
    !wanted.record.keys.includes(key) && vm.config[key] !== undefined && key !== 'description' && !gone.includes(key)
  const keys = [...decided, ...present.keys.filter(isLeaving)].sort()
  return { ...wanted.record, contract, schematic, talmox, keys }
}

/** Keys that are gone for good make no difference: they leave the record when it is next written. */
function withoutGone({ wanted, vm }: Comparison, record: OwnershipRecord | undefined): OwnershipRecord | undefined {
  if (record === undefined) return undefined
  const isThere = (key: string) =>
    wanted.record.keys.includes(key) || (vm.config[key] !== undefined && key !== 'description')
  return { ...record, keys: record.keys.filter(isThere) }
}
