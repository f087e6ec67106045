import { rm } from 'node:fs/promises'
import { readIfThere } from './read-if-there.ts'
import { createPrivate } from './write-private.ts'

/**
 * Takes a lock file for its content, which says who has it; comes back with the content of whoever has it instead, if
 * somebody does. What `isLeft` says of no living holder is taken over.
 */
export async function takeFile(
  file: string,
  content: string,
  isLeft: (content: string) => boolean,
): Promise<string | undefined> {
  for (;;) {
    if (await createPrivate(file, content)) return undefined
    const found = await readIfThere(file)
    if (found === undefined) continue
    if (!isLeft(found)) return found
    const other = await removeLeft(file, content, isLeft)
    if (other !== undefined) return other
  }
}

/**
 * Removes what a dead process has left. One at a time, and after another look: whoever saw the same dead holder a moment
 * ago would otherwise remove the lock of the one who was faster.
 */
async function removeLeft(
  file: string,
  content: string,
  isLeft: (content: string) => boolean,
): Promise<string | undefined> {
  const turn = `${file}.next`
  const other = await takeFile(turn, content, isLeft)
  if (other !== undefined) return other
  try {
    const found = await readIfThere(file)
    if (found !== undefined && isLeft(found)) await rm(file, { force: true })
    return undefined
  } finally {
    await rm(turn, { force: true })
  }
}
