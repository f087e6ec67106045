import { visible } from '../spec/visible-text.ts'
import { wrap } from '../spec/wrap.ts'
import type { Action, Effect } from './action.ts'
import { countsOf } from './counts.ts'
import type { Finding, Plan } from './plan-type.ts'
import { titleOf } from './titles.ts'

/** Puts emphasis on a part of a text; a file gets it plain. */
export type Paint = (what: Effect | Finding['level'] | 'quiet' | 'strong', text: string) => string

/** The mark of each effect at the beginning of a line. */
const MARKS: Readonly<Record<Effect, string>> = { create: '+', update: '~', reboot: '!', destroy: '-', wait: '.' }

/** A plan for people: what, why, in which order, and how much of it; lines are broken between words where a width is given. */
export function explain(plan: Plan, paint: Paint = (_, text) => text, width = Number.POSITIVE_INFINITY): string {
  const lines = [
    ...plan.findings.flatMap((finding) => findingLines(finding, paint, width)),
    ...plan.actions.flatMap((action) => actionLines(action, paint, width)),
    ...plan.later.flatMap((text) => broken(`  … then ${visible(text)}`, width, 4).map((line) => paint('quiet', line))),
    ...(plan.actions.length + plan.findings.length === 0 ? [] : ['']),
    ...reboots(plan).flatMap((line) => broken(line, width, 2)),
    paint('strong', countsOf(plan)),
  ]
  return `${lines.join('\n')}\n`
}

function actionLines(action: Action, paint: Paint, width: number): readonly string[] {
  const { effect, reason, details = [] } = action
  const title = `${MARKS[effect]} ${visible(titleOf(action))}`
  const [first = '', ...more] = broken(`${title} (${visible(reason)})`, width, 4)
  const lines = [
    `${paint(effect, first.slice(0, title.length))}${quietly(first.slice(title.length), paint)}`,
    ...more.map((line) => quietly(line, paint)),
  ]
  return [
    ...(effect === 'wait' ? lines.map((line) => paint('quiet', line)) : lines),
    ...details.flatMap((detail) => broken(`    ${visible(detail)}`, width, 8)),
  ]
}

const quietly = (text: string, paint: Paint): string => (text === '' ? '' : paint('quiet', text))

function findingLines({ level, target, message, hint }: Finding, paint: Paint, width: number): readonly string[] {
  const [first = '', ...more] = broken(`${level}: ${visible(`${target}: ${message}`)}`, width, 4)
  const start = `${level}:`
  return [
    `${paint(level, start)}${first.slice(start.length)}`,
    ...more,
    ...broken(`    hint: ${visible(hint)}`, width, 10).map((line) => paint('quiet', line)),
  ]
}

/** Breaks a line between words, the rest of it under its beginning. */
function broken(line: string, width: number, indent: number): readonly string[] {
  const [own = ''] = /^ */.exec(line) ?? []
  const [first = '', ...more] = wrap(line.slice(own.length), width - indent, width - own.length)
  return [`${own}${first}`, ...more.map((text) => `${' '.repeat(indent)}${text}`)]
}

/** What reboots, at the end, where it is not overlooked; what a config needs only Talos knows. */
function reboots({ actions }: Plan): readonly string[] {
  const names = actions.flatMap(({ effect, target }) => (effect === 'reboot' ? [target] : []))
  const named = new Set(names)
  const configs = actions.flatMap(({ kind, target }) => (kind === 'talos.config' && !named.has(target) ? [target] : []))
  return [
    ...(names.length === 0 ? [] : [`reboots: ${names.join(', ')}`]),
    ...(configs.length === 0 ? [] : [`reboots where Talos cannot take the new config without: ${configs.join(', ')}`]),
  ]
}
