/** Kinds whose number stands for one value throughout a scenario, with what such a value looks like. */
const BOUND: Readonly<Record<string, RegExp>> = {
  upid: /UPID:[^\s'"]*?:(?=[\s'"]|$)/,
  uuid: /[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/,
  mac: /[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}/,
  digest: /[0-9a-f]{40,64}/,
}

const FREE = ['ticket', 'csrf', 'time', 'pid', 'bytes', 'value', 'date', 'stamp', 'qemu', 'hash', 'progress', 'any']
// A task's identifier may hold the sign that closes a placeholder, as in `100-scsi0>101-scsi3`.
const PLACEHOLDER = new RegExp(
  `<(${[...Object.keys(BOUND), ...FREE].join('|')})((?::(?:[^<>]|>(?=[0-9A-Za-z]))*)?)>`,
  'g',
)
/** These stand for numbers when they stand alone; the others are texts. */
const NUMERIC = /^<(?:time|pid|bytes|value|stamp)>$/

/** These stand for any text when they stand alone. */
const ANY_TEXT = /^<(?:ticket|csrf|date|qemu|hash|progress|(?:time|pid|bytes|value|stamp):string)>$/

/** What the placeholders of a scenario have stood for so far. */
export class Placeholders {
  readonly #values: Map<string, string>

  constructor(values: ReadonlyMap<string, string> = new Map()) {
    this.#values = new Map(values)
  }

  copy(): Placeholders {
    return new Placeholders(this.#values)
  }

  /** Whether a number is what was recorded. */
  matchNumber(wanted: string, _got: number): boolean {
    return NUMERIC.test(wanted)
  }

  /** Whether a text is what was recorded; a placeholder that stands alone for a number is no text. */
  matchString(wanted: string, got: string): boolean {
    return ANY_TEXT.test(wanted) || (!NUMERIC.test(wanted) && this.matchText(wanted, got))
  }

  /** Whether a text is what was recorded, placeholders anywhere in it. */
  matchText(wanted: string, got: string): boolean {
    if (!wanted.includes('<')) return wanted === got
    const names: string[] = []
    let pattern = ''
    let from = 0
    for (const found of wanted.matchAll(PLACEHOLDER)) {
      const [whole, kind = '', name = ''] = found
      pattern += escapePattern(wanted.slice(from, found.index)) + this.#pattern(kind, name)
      if (BOUND[kind] !== undefined) names.push(keyOf(kind, name))
      from = found.index + whole.length
    }
    const match = new RegExp(`^${pattern}${escapePattern(wanted.slice(from))}$`, 's').exec(got)
    if (match === null) return false
    return names.every((name, at) => this.#bind(name, match[at + 1] ?? ''))
  }

  #pattern(kind: string, name: string): string {
    const shape = BOUND[kind]
    if (shape === undefined) return kind === 'date' || kind === 'progress' ? '.*?' : '[^\\s]*?'
    if (kind !== 'upid') return `(${shape.source})`
    const [, type = '', id = ''] = /^:([^:]*):(.*?)(?:#\d+)?$/.exec(name) ?? []
    return `(UPID:[^:\\s]+:[0-9A-F]{8}:[0-9A-F]{8,9}:[0-9A-F]{8}:${escapePattern(type)}:${escapePattern(id)}:[^:\\s]+:)`
  }

  /** The same name is the same value; different names of a kind need not differ. */
  #bind(name: string, value: string): boolean {
    const comparable = name.startsWith('mac') ? value.toLowerCase() : value
    const known = this.#values.get(name)
    if (known === undefined) this.#values.set(name, comparable)
    return known === undefined || known === comparable
  }
}

function keyOf(kind: string, name: string): string {
  return `${kind}${name.replace(/:lower$/, '')}`
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
