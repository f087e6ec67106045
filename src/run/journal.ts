import { constants } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { isErrno } from '../files/errno.ts'
import { UserError } from '../user-error.ts'

/** One line of the journal: plain data without secrets. */
export type JournalLine =
  | {
      readonly type: 'run'
      readonly run: string
      readonly at: string
      readonly command: string
      readonly talmox: string
      readonly actions: number
    }
  | {
      readonly type: 'started'
      readonly run: string
      readonly at: string
      readonly id: string
      readonly needs: readonly string[]
    }
  | { readonly type: 'ended'; readonly run: string; readonly at: string; readonly id: string; readonly outcome: string }
  | { readonly type: 'failed'; readonly run: string; readonly at: string; readonly id: string; readonly error: string }
  | { readonly type: 'finished'; readonly run: string; readonly at: string; readonly outcome: string }

/** What happened to the cluster, one JSON line after the other; never changed, only added to. */
export interface Journal {
  /** Adds a line; with `durable` it is on the disk when this returns, so that it survives a power cut. */
  readonly add: (line: JournalLine, durable?: boolean) => Promise<void>
  readonly close: () => Promise<void>
}

// A link that came with somebody's repository must not lead to another file of this person; Windows knows no such flag.
const TO_ADD = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)

/** Opens the journal to add to it. */
export async function openJournal(file: string): Promise<Journal> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, TO_ADD, 0o600).catch((error: unknown) => {
    throw isErrno(error, 'ELOOP') ? linked(file) : error
  })
  let last = endLine(handle)
  /** What is added while other lines are being written, and goes to the disk together after them. */
  let next: { text: string; isDurable: boolean; readonly written: Promise<void> } | undefined
  const writeNext = async () => {
    const { text = '', isDurable = false } = next ?? {}
    next = undefined
    await handle.appendFile(text)
    if (isDurable) await handle.datasync()
  }
  return {
    // Lines of actions that run side by side must not be written into each other.
    add(line, durable = false) {
      if (next === undefined) {
        last = last.then(writeNext)
        next = { text: '', isDurable: false, written: last }
      }
      next.text += `${JSON.stringify(line)}\n`
      next.isDurable ||= durable
      return next.written
    },
    async close() {
      // Who added a line that could not be written has heard of it.
      await last.catch(() => undefined)
      await handle.close()
    },
  }
}

const linked = (file: string): UserError =>
  new UserError('journal-link', `${file} is a link, and the journal is never written through one`, {
    hint: 'remove the link; if you did not make it, look who did',
  })

/** A line that a crash cut off stays as it is; the next one begins on its own. */
async function endLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat()
  if (size === 0) return
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  if (buffer.toString() !== '\n') await handle.appendFile('\n')
}
