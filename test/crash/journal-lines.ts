import { AsyncLocalStorage } from 'node:async_hooks'
import { type FileHandle, open } from 'node:fs/promises'
import process from 'node:process'

/** Told of a line that is about to be added to a journal, and of the open file; `dead` when whoever adds it is no more. */
export type Reader = (line: string, file: FileHandle) => 'dead' | undefined

const readers = new AsyncLocalStorage<Reader>()
let isListening = false

/** Runs something with a reader of all that it adds to journals, in this process and without its knowing. */
export async function readingJournal<T>(reader: Reader, run: () => Promise<T>): Promise<T> {
  await listen()
  return await readers.run(reader, run)
}

/** What a line of the journal says, such as `ended vm.create`; nothing for what ends a line that was cut off. */
export function eventOf(line: string): string | undefined {
  if (line === '\n') return undefined
  const { type, id = '' }: { readonly type: string; readonly id?: string } = JSON.parse(line)
  return `${type} ${id.split('/')[0]}`.trim()
}

/** The journal is the only file that is added to. */
async function listen(): Promise<void> {
  if (isListening) return
  isListening = true
  const handle = await open(process.execPath)
  const shape: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const { appendFile } = shape
  shape.appendFile = async function (text, ...options) {
    // Lines that are written in one go are still cut off one by one, as a kill between two of them would do.
    for (const line of typeof text === 'string' ? linesOf(text) : [text]) {
      if (typeof line === 'string' && readers.getStore()?.(line, this) === 'dead') {
        return await new Promise<never>(() => undefined)
      }
      await appendFile.call(this, line, ...options)
    }
  }
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n/g) ?? [text]
