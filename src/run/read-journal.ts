import { z } from 'zod'
import { readIfThere } from '../files/read-if-there.ts'
import type { JournalLine } from './journal.ts'

/** Reads the journal; lines that a crash cut off, or that somebody else wrote, are left out. */
export async function readJournal(file: string): Promise<readonly JournalLine[]> {
  return (await readIfThere(file))?.split('\n').flatMap(parseLine) ?? []
}

const at = z.string().refine((text) => !Number.isNaN(Date.parse(text)))
const text = z.string()

const journalLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), run: text, at, command: text, talmox: text, actions: z.number() }),
  z.object({ type: z.literal('started'), run: text, at, id: text, needs: z.array(text) }),
  z.object({ type: z.literal('ended'), run: text, at, id: text, outcome: text }),
  z.object({ type: z.literal('failed'), run: text, at, id: text, error: text }),
  z.object({ type: z.literal('finished'), run: text, at, outcome: text }),
]) satisfies z.ZodType<JournalLine>

function parseLine(written: string): readonly JournalLine[] {
  if (written === '') return []
  try {
    const { success, data } = journalLine.safeParse(JSON.parse(written))
    return success ? [data] : []
  } catch {
    return []
  }
}
