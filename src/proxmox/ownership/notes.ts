import { UserError } from '../../user-error.ts'
import type { OwnershipRecord } from './record.ts'

/** A VM's notes taken apart: our record, or what is wrong with it, and the text around it, which is people's own. */
export interface Notes {
  readonly before: string
  readonly after: string
  readonly record: OwnershipRecord | undefined
  /** Why there is something like a record that cannot be taken for one. */
  readonly fault?: string
}

// A fenced block, since Proxmox shows notes as Markdown and would join plain lines to one.
const FENCE = '```'
const OPENING = `${FENCE}talmox`
const BLOCK = /^```talmox[ \t]*\n([\s\S]*?)\n```[ \t]*$/m

const FIELDS = ['cluster', 'pool', 'index', 'node', 'contract', 'schematic', 'talmox', 'keys'] as const
type Field = (typeof FIELDS)[number]

/** Reads the notes of a VM. */
export function parseNotes(text: string): Notes {
  const plain = text.replaceAll('\r\n', '\n')
  const openings = plain.split('\n').filter((line) => line.trimEnd() === OPENING).length
  const block = BLOCK.exec(plain)
  if (openings === 0) return { before: plain.trim(), after: '', record: undefined }
  if (openings > 1) return unclear(plain, 'its notes hold more than one record of talmox')
  if (block === null) return unclear(plain, "talmox' record in its notes has no end")
  const before = plain.slice(0, block.index).trim()
  const after = plain.slice(block.index + block[0].length).trim()
  const read = readRecord(block[1] ?? '')
  return 'fault' in read ? { before, after, record: undefined, ...read } : { before, after, ...read }
}

/** What cannot be taken for a record is people's text; it no longer looks like one when it is written again. */
function unclear(text: string, fault: string): Notes {
  const before = text.replace(/^```talmox[ \t]*$/gm, FENCE).trim()
  return { before, after: '', record: undefined, fault }
}

/** Writes notes: people's text, our record, people's text. */
export function printNotes({ before, after, record }: Omit<Notes, 'fault'>): string {
  const foreign = [before, after].find((text) => text.split('\n').some((line) => line.trimEnd() === OPENING))
  if (foreign !== undefined) {
    throw new UserError('record-in-notes', 'the description of a machine holds a record of talmox', {
      hint: `take the lines from ${OPENING} on out of \`vm.description\`: talmox writes them itself`,
    })
  }
  const block = record === undefined ? '' : [OPENING, ...FIELDS.map((field) => line(field, record)), FENCE].join('\n')
  return [before.trim(), block, after.trim()].filter((part) => part !== '').join('\n\n')
}

function line(field: Field, record: OwnershipRecord): string {
  const value = field === 'keys' ? record.keys.join(' ') : record[field]
  return `${field}: ${value}`
}

type Read = { readonly record: OwnershipRecord } | { readonly fault: string }

function readRecord(text: string): Read {
  const lines = text.split('\n').map((each) => /^([a-z]+): *(.*?) *$/.exec(each))
  const found = new Map(lines.map((each) => [each?.[1] ?? '', each?.[2] ?? '']))
  const isWhole = lines.length === FIELDS.length && FIELDS.every((field) => found.has(field))
  const value = (field: Field): string => found.get(field) ?? ''
  const index = Number(value('index'))
  const texts = ['cluster', 'pool', 'node', 'contract', 'schematic', 'talmox'] as const
  if (!isWhole || !Number.isSafeInteger(index) || index < 1 || texts.some((field) => value(field) === '')) {
    return { fault: "talmox' record in its notes is damaged, or written by another version" }
  }
  const keys = value('keys').split(' ').filter(Boolean)
  return {
    record: {
      cluster: value('cluster'),
      pool: value('pool'),
      index,
      node: value('node'),
      contract: value('contract'),
      schematic: value('schematic'),
      talmox: value('talmox'),
      keys,
    },
  }
}
