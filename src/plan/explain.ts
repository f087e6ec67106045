import { visible } from '../spec/visible-text.ts'
import { wrap } from '../spec/wrap.ts'
import type { Action, Effect } from './action.ts'
import type { Finding, Plan } from './plan-type.ts'
import { titleOf } from './titles.ts'

/** Puts emphasis on a part of a text; a file gets it plain. */
export type Paint = (what: Effect | Finding['level'] | 'quiet' | 'strong', text: string) => string

/** What each effect is counted as, and its mark at the beginning of a line. */
const EFFECTS: Readonly<Record<Effect, { readonly mark: string; readonly count: string }>> = {
  create: { mark: '+', count: 'to create' },
  update: { mark: '~', count: 'to change' },
  reboot: { mark: '!', count: 'to reboot' },
  destroy: { mark: '-', count: 'to destroy' },
  wait: { mark: '.', count: 'to wait for' },
}

/** A plan for people: what, why, in which order, and how much of it; lines are broken between words where a width is given. */
export function explain(plan: Plan, paint: Paint = (_, text) => text, width = Number.POSITIVE_INFINITY): string {
  const lines = [
    ...plan.findings.flatMap((finding) => findingLines(finding, paint, width)),
    ...plan.actions.flatMap((action) => actionLines(action, paint, width)),
    ...plan.later.flatMap((text) => broken(`  … then ${visible(text)}`, width, 4).map((line) => paint('quiet', line))),
    ...(plan.actions.length + plan.findings.length === 0 ? [] : ['']),
    ...reboots(plan).flatMap((line) => broken(line, width, 2)),
    countsOf(plan, paint),
  ]
  return `${lines.join('\n')}\n`
}

function actionLines(action: Action, paint: Paint, width: number): readonly string[] {
  const { effect, reason, details = [] } = action
  const title = `${EFFECTS[effect].mark} ${visible(titleOf(action))}`
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

function idle({ findings, later }: Plan): string {
  if (later.length > 0) return 'nothing can be done yet'
  return findings.length > 0 ? 'nothing else to do' : 'nothing to do'
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

/** `6 to create, 2 to change`; a plan without actions says that nothing is to do. */
export function countsOf(plan: Plan, paint: Paint = (_, text) => text): string {
  const { cluster, actions, findings } = plan
  if (findings.some(({ level }) => level === 'refused'))
    return paint('strong', `${cluster}: nothing is done while this stands.`)
  if (actions.length === 0) return paint('strong', `${cluster}: ${idle(plan)}.`)
  const counts = Object.entries(EFFECTS).flatMap(([effect, { count }]) => {
    const many = actions.filter((action) => action.effect === effect).length
    return many === 0 ? [] : [`${many} ${count}`]
  })
  return paint('strong', `${cluster}: ${counts.join(', ')}.`)
}
