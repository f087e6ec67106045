import { scalarText } from '../talos/document/scalar-text.ts'

type Entries = readonly (readonly [string, unknown])[]

/** The parts that the factory knows, by their path, with its own order of their keys; in anything else keys are sorted. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '': ['owner', 'overlay', 'customization'],
  '/overlay': ['image', 'name', 'options'],
  '/customization': [
    'embeddedMachineConfiguration',
    'extraKernelArgs',
    'meta',
    'systemExtensions',
    'bootloader',
    'secureboot',
    'diskImage',
  ],
  '/customization/meta': ['key', 'value'],
  '/customization/systemExtensions': ['officialExtensions'],
  '/customization/secureboot': ['enrollKeys', 'includeWellKnownCertificates'],
  '/customization/diskImage': ['sectorSize'],
}

/** Writes a schematic as the factory does before it takes the hash: its order, four spaces, nothing that is empty. */
export function canonicalYaml(schematic: object): string {
  const written = block(entriesOf(schematic, ''), '', 0)
  const isPlain = !('customization' in schematic) || isEmpty(schematic.customization)
  return isPlain ? `${written}customization: {}\n` : written
}

function block(entries: Entries, path: string, column: number): string {
  const pad = ' '.repeat(column)
  return entries
    .map(([key, value]) => `${pad}${scalarText(key)}:${valueText(value, `${path}/${key}`, column)}`)
    .join('')
}

function valueText(value: unknown, path: string, column: number): string {
  if (isList(value) && value.length > 0) return `\n${value.map((item) => itemText(item, path, column + 4)).join('')}`
  if (isObject(value) && Object.keys(value).length > 0) return `\n${block(entriesOf(value, path), path, column + 4)}`
  return ` ${leafText(value)}\n`
}

function itemText(item: unknown, path: string, column: number): string {
  const body = isObject(item) ? block(entriesOf(item, path), path, column + 2).trimStart() : `${leafText(item)}\n`
  return `${' '.repeat(column)}- ${body}`
}

function entriesOf(value: object, path: string): Entries {
  const keys = PARTS[path]
  if (keys === undefined) return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.entries(value)
    .filter(([, each]) => !isEmpty(each))
    .sort(([a], [b]) => keys.indexOf(a) - keys.indexOf(b))
}

/** What the factory leaves out. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return true
  return isList(value) ? value.length === 0 : isObject(value) && Object.values(value).every(isEmpty)
}

function leafText(value: unknown): string {
  if (isList(value)) return '[]'
  if (isObject(value)) return '{}'
  return scalarText(typeof value === 'number' || typeof value === 'boolean' || value === null ? value : String(value))
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !isList(value)
