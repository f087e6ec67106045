import type { Examination } from '../../doctor/examine.ts'
import type { Finding, Status } from '../../doctor/finding.ts'
import { visible } from '../../spec/visible-text.ts'
import { pad, wrap } from '../../spec/wrap.ts'
import { count } from '../count.ts'
import type { Printer, Style } from '../printer.ts'

const LOOKS: Readonly<Record<Status, { readonly word: string; readonly style: Style }>> = {
  ok: { word: 'ok', style: 'green' },
  warn: { word: 'warn', style: ['bold', 'yellow'] },
  fail: { word: 'fail', style: ['bold', 'red'] },
  skipped: { word: '-', style: 'dim' },
}

/** The worst comes last. */
const ORDER: readonly Status[] = ['ok', 'skipped', 'warn', 'fail']

const WORD_WIDTH = 4
const GAP = '  '
const NARROWEST = 30

/** What was found, one line each, ways out below, and a line that sums it up. */
export function reportText(found: readonly Examination[], out: Printer): string {
  const nameWidth = Math.max(...found.map(({ check }) => check.name.length))
  const lines = found.flatMap(({ check, findings }) =>
    findings.flatMap((finding, index) => findingLines(index === 0 ? check.name : '', finding, nameWidth, out)),
  )
  return `${[...lines, '', summary(found, out)].join('\n')}\n`
}

function findingLines(name: string, { status, text, hint }: Finding, nameWidth: number, out: Printer): string[] {
  const { word, style } = LOOKS[status]
  const lead = WORD_WIDTH + nameWidth + 2 * GAP.length
  const width = out.columns === undefined ? Number.POSITIVE_INFINITY : Math.max(NARROWEST, out.columns - lead)
  const [first = '', ...rest] = wrap(visible(text), width)
  const hints = hint === undefined ? [] : wrap(visible(`→ ${hint}`), width)
  const indent = ' '.repeat(lead)
  return [
    [out.paint(style, pad(word, WORD_WIDTH)), pad(name, nameWidth), first].join(GAP).trimEnd(),
    ...rest.map((line) => indent + line),
    ...hints.map((line) => indent + out.paint('cyan', line)),
  ]
}

function summary(found: readonly Examination[], { paint }: Printer): string {
  const worst = found.map(({ findings }) => worstOf(findings))
  const number = (status: Status) => worst.filter((one) => one === status).length
  const parts = [
    ...(number('fail') === 0 ? [] : [paint(['bold', 'red'], `${number('fail')} failed`)]),
    ...(number('warn') === 0 ? [] : [paint('yellow', `${number('warn')} with warnings`)]),
    ...(number('skipped') === 0 ? [] : [`${number('skipped')} skipped`]),
  ]
  return `${count(found.length, 'check')}: ${parts.length === 0 ? 'all is well' : [...parts, `${number('ok')} well`].join(', ')}`
}

/** How it stands with several findings together. */
function worstOf(findings: readonly Finding[]): Status {
  return findings.reduce<Status>(
    (worst, { status }) => (ORDER.indexOf(status) > ORDER.indexOf(worst) ? status : worst),
    'ok',
  )
}

/** What was found, for programs. */
export function reportJson(found: readonly Examination[]) {
  const checks = found.map(({ check: { name }, findings }) => ({
    name,
    status: worstOf(findings),
    findings: findings.map(({ status, text, hint }) => ({ status, message: text, hint: hint ?? null })),
  }))
  return { ok: checks.every(({ status }) => status !== 'fail'), checks }
}
