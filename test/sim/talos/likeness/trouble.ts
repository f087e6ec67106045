import { parse } from 'yaml'
import { kindOfType } from '../../../../sim/talos/cosi/kinds.ts'
import { readResources } from '../../../../sim/talos/cosi/read.ts'
import type { Node } from '../../../../sim/talos/node.ts'
import { recordedOutput, recordedOutputs } from './recordings.ts'
import { plainWords } from './words.ts'

/** The rows of a table that talosctl printed, by the heads of its columns. */
export function recordedRows(file: string, command: string): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...lines] = recordedOutput(file, command)
    .split('\n')
    .filter((line) => / {2,}/.test(line))
  const names = head.split(/ {2,}/)
  return lines.map((line) => {
    const cells = line.split(/ {2,}/)
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
  })
}

/** The addresses of machines that a table shows, without those that every machine has for itself. */
export const recordedAddresses = (file: string, command: string): readonly string[] =>
  recordedRows(file, command)
    .filter(({ LINK, ADDRESS = '' }) => LINK !== 'lo' && !ADDRESS.startsWith('fe80:'))
    .map(({ NODE, ADDRESS }) => `${NODE} ${ADDRESS}`)

const resourcesOf = (node: Node, type: string) => {
  const kind = kindOfType(type)
  return kind === undefined ? [] : readResources(node, kind)
}

/** The same of a simulated machine. */
export const simulatedAddresses = (name: string, node: Node): readonly string[] =>
  resourcesOf(node, 'AddressStatuses.net.talos.dev')
    .map(({ id }) => id)
    .filter((id) => !id.startsWith('lo/') && !id.includes('/fe80:'))
    .map((id) => `${name} ${id.slice(id.indexOf('/') + 1)}`)

/** The addresses that resources list, by their ids. */
export const listsOf = (node: Node, type: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    resourcesOf(node, type).map(({ id, yaml }) => {
      const { addresses }: { addresses?: readonly string[] } = parse(yaml)
      return [id, JSON.stringify(addresses ?? [])]
    }),
  )

/** What a service went through since it was started last, as talosctl shows it; what it waits for is left out. */
export function recordedEventsOf(file: string, command: string, nth = 0): readonly string[] {
  const lines = (recordedOutputs(file, command)[nth] ?? '')
    .split('\n')
    .map((line) => line.replace(/^EVENTS/, '').trim())
  return lines
    .filter((line) => line.startsWith('['))
    .map((line) => brief(line.replace(/ \([\dhms]+ ago\)$/, '')))
    .toReversed()
}

/** The same of a service as the API lists it, the oldest first. */
export function simulatedEventsOf(
  events: readonly { readonly state?: string; readonly msg?: string }[],
): readonly string[] {
  const lines = events.map(({ state, msg }) => brief(plainWords(`[${state}]: ${msg}`)))
  return lines.slice(lines.lastIndexOf('[Starting]: Starting service'))
}

const brief = (line: string): string => line.replace(/Waiting for .*/, 'Waiting')
