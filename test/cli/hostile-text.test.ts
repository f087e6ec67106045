import { expect, test } from 'vitest'
import { textTimeline } from '../../src/cli/history/text-timeline.ts'
import { reportLines } from '../../src/cli/work/report-lines.ts'
import { explain } from '../../src/plan/explain.ts'
import { visibleLines } from '../../src/spec/visible-text.ts'
import { UserError } from '../../src/user-error.ts'

// Clears the screen, sets the title of the window, begins a sequence with one character, and turns the text around.
const HOSTILE = '\x1b[2J\x1b]0;owned\x07\u009b31m\u202e'
const STEERS = /(?!\n)[\p{Cc}\p{Cf}]/u

const paint = (_: unknown, text: string) => text

test('a plan shows what others have named so that it steers no terminal', () => {
  const finding = {
    code: 'guest-in-the-way',
    level: 'refused',
    target: HOSTILE,
    message: HOSTILE,
    hint: HOSTILE,
  } as const
  const action = {
    id: 'a',
    kind: 'vm.start',
    target: 'cp-1',
    effect: 'create',
    needs: [],
    limits: [],
    reason: HOSTILE,
    details: [HOSTILE],
    data: { kind: 'vm.start', machine: HOSTILE },
  } as const
  const text = explain({ cluster: 'lab', findings: [finding], actions: [action], later: [HOSTILE] })
  expect(text).toContain('␛[2J')
  expect(text).not.toMatch(STEERS)
})

test('a step that fails tells what a server said, on its lines, and steers no terminal', () => {
  const lines: string[] = []
  const out = { print: (text: string) => void lines.push(text), paint, color: false, columns: undefined }
  const error = new UserError('refused', `one ${HOSTILE}\ntwo`)
  reportLines(out, (text) => text).event({ type: 'failed', id: 'vm.start/cp-1', at: 0, error })
  expect(lines.join('')).toContain('␛[2J')
  expect(lines.join('')).toContain('\ntwo')
  expect(lines.join('')).not.toMatch(STEERS)
})

test('a journal that somebody else wrote steers no terminal', () => {
  const step = { id: HOSTILE, needs: [], began: 0, ended: 1, outcome: 'done' } as const
  const run = { run: 'a', command: 'up', talmox: '1', began: 0, ended: 1, outcome: 'done', steps: [step] }
  expect(textTimeline(run, 80, paint).join('\n')).not.toMatch(STEERS)
  expect(visibleLines(`${HOSTILE}\n${HOSTILE}`)).not.toMatch(STEERS)
})
