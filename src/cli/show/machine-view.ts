import type { Desired, Machine } from '../../resolve/desired.ts'
import type { Source } from '../../spec/source.ts'
import { visible } from '../../spec/visible-text.ts'
import { pad, wrap } from '../../spec/wrap.ts'
import type { Printer } from '../printer.ts'
import { identitySection, networkSection } from './identity-rows.ts'
import { qmSection } from './qm-rows.ts'
import type { Row, Section } from './row.ts'
import { imageSection, kubernetesSection, talosSection } from './system-rows.ts'
import { originLines, traceOf } from './trace.ts'

/** What a view of a machine needs. */
export interface MachineView {
  readonly machine: Machine
  readonly desired: Desired
  readonly source: Source
  /** Whether the origin of each value is shown. */
  readonly origin: boolean
  /** Whether secrets are shown as they are. */
  readonly secrets: boolean
}

const labelWidth = 14

/** One machine in full. */
export function machineView(view: MachineView, to: Printer): string {
  const { machine, desired, source } = view
  const trace = traceOf(machine, source)
  const sections = [
    identitySection(machine, trace),
    networkSection(machine, desired, trace),
    imageSection(machine, desired, trace),
    talosSection(machine, desired, trace),
    kubernetesSection(machine, desired, trace),
  ]
  const shown = [
    ...sections.map((section) => sectionLines(section, view, to)),
    qmLines(qmSection(machine, desired, trace), view, to),
  ]
  return `${shown.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function sectionLines({ title, rows }: Section, view: MachineView, to: Printer): string[] {
  const width = (to.columns ?? Number.POSITIVE_INFINITY) - labelWidth - 2
  const margin = ' '.repeat(labelWidth + 2)
  const lines = rows.flatMap((row) => {
    const [first = '', ...rest] = wrap(shownValue(row, view), width)
    return [
      `  ${to.paint('cyan', pad(row.label, labelWidth))}${first}`,
      ...rest.map((line) => margin + line),
      ...originOf(row, view, margin, to),
    ]
  })
  return [to.paint('bold', title), ...lines]
}

/** These lines are for comparing with a real machine's, so they are never broken. */
function qmLines({ title, rows }: Section, view: MachineView, to: Printer): string[] {
  const lines = rows.flatMap((row) => [
    `  ${to.paint('cyan', `${row.label}:`)} ${shownValue(row, view)}`,
    ...originOf(row, view, '      ', to),
  ])
  return [to.paint('bold', title), ...lines]
}

function shownValue({ value, concealed }: Row, { secrets }: MachineView): string {
  return visible(secrets ? value : concealed)
}

function originOf({ traced }: Row, { source, origin }: MachineView, margin: string, to: Printer): string[] {
  if (!origin) return []
  const width = (to.columns ?? Number.POSITIVE_INFINITY) - margin.length - 2
  return originLines(traced, source).flatMap((text) =>
    wrap(visible(text), width).map((line, index) => to.paint('dim', `${margin}${index === 0 ? '← ' : '  '}${line}`)),
  )
}
