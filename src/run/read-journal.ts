import { readIfThere } from '../files/read-if-there.ts'
import type { JournalLine } from './journal.ts'

/** Reads the journal; lines that a crash cut off are left out. */
export async function readJournal(file: string): Promise<readonly JournalLine[]> {
  return (await readIfThere(file))?.split('\n').flatMap(parseLine) ?? []
}

const TYPES: readonly string[] = ['run', 'started', 'ended', 'failed', 'finished'] satisfies JournalLine['type'][]

function parseLine(text: string): readonly JournalLine[] {
  if (text === '') return []
  try {
    const line: unknown = JSON.parse(text)
    return isLine(line) ? [line] : []
  } catch {
    return []
  }
}

function isLine(value: unknown): value is JournalLine {
  return typeof value === 'object' && value !== null && 'type' in value && TYPES.includes(String(value.type))
}
