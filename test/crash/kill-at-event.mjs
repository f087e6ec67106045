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
  const isTurn = isEvent(text) && ++met === nth
  if (isTurn && when === 'before') process.kill(process.pid, 'SIGKILL')
  // Half a line is what a machine that loses its power may leave.
  if (isTurn && when === 'within') text = text.slice(0, text.length / 2)
  const done = await appendFile.call(this, text, ...options)
  if (isTurn) process.kill(process.pid, 'SIGKILL')
  return done
}

/** The journal is the only file that is added to; an empty line ends what an earlier crash has cut off. */
function isEvent(text) {
  if (text === '\n') return false
  const { type, id = '' } = JSON.parse(text)
  return `${type} ${id.split('/')[0]}`.trim() === event
}
