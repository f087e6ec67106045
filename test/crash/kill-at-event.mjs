// Loaded into a talmox process before anything else: kills it exactly before, within or after an event of its journal.
import { open } from 'node:fs/promises'
import process from 'node:process'

const { when, event, nth } = JSON.parse(process.env.KILL_AT_EVENT ?? '{}')
const handle = await open(process.execPath)
const shape = Object.getPrototypeOf(handle)
await handle.close()

const { appendFile } = shape
let met = 0
shape.appendFile = async function (text, ...options) {
  // Lines that are written in one go are still cut off one by one, as a kill between two of them would do.
  for (const line of text.match(/[^\n]*\n/g) ?? [text]) {
    const isTurn = isEvent(line) && ++met === nth
    if (isTurn && when === 'before') process.kill(process.pid, 'SIGKILL')
    // Half a line is what a machine that loses its power may leave.
    await appendFile.call(this, isTurn && when === 'within' ? line.slice(0, line.length / 2) : line, ...options)
    if (isTurn) process.kill(process.pid, 'SIGKILL')
  }
}

/** The journal is the only file that is added to; an empty line ends what an earlier crash has cut off. */
function isEvent(line) {
  if (line === '\n') return false
  const { type, id = '' } = JSON.parse(line)
  return `${type} ${id.split('/')[0]}`.trim() === event
}
