import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TerminalSize } from '../../../src/cli/io.ts'
import { type Area, openArea } from '../../../src/cli/screen/area.ts'
import { type FakeTerminal, fakeTerminal } from './fake-terminal.ts'

function opened(size: TerminalSize): { readonly terminal: FakeTerminal; readonly area: Area } {
  const terminal = fakeTerminal(size)
  const area = openArea(terminal.sink, {})
  if (area === undefined) throw new Error('there is no area')
  return { terminal, area }
}

test('lines that have not changed are not written again, and a frame without a change writes nothing', () => {
  const { terminal, area } = opened({ columns: 40, rows: 10 })
  area.show(['phases', 'one', 'two'])
  terminal.written()
  area.show(['phases', 'one', 'three'])
  const written = terminal.written()
  expect(written).toContain('three')
  expect(written).not.toMatch(/phases|one/)
  area.show(['phases', 'one', 'three'])
  expect(terminal.written()).toBe('')
  expect(terminal.text()).toBe('phases\none\nthree\n')
})

test('other output stays where it belongs, and an echoed ^C does not', () => {
  const { terminal, area } = opened({ columns: 40, rows: 10 })
  terminal.sink.write('$ talmox up\n')
  area.show(['one', 'two'])
  terminal.sink.write('^C')
  area.above(terminal.sink, 'stopping')
  area.show(['one', 'three'])
  terminal.sink.write('^C')
  area.show(['one', 'four'])
  expect(terminal.text()).toBe('one\nfour\n')
  area.close()
  expect(terminal.text()).toBe('$ talmox up\nstopping\n')
})

test('the cursor is hidden while lines are shown, and is back after them or after a crash', () => {
  const { terminal, area } = opened({ columns: 40, rows: 10 })
  area.show(['one'])
  expect(terminal.isCursorShown()).toBe(false)
  area.close()
  expect({ shown: terminal.isCursorShown(), text: terminal.text() }).toEqual({ shown: true, text: '' })
  area.show(['one'])
  terminal.exit()
  expect({ shown: terminal.isCursorShown(), text: terminal.text() }).toEqual({ shown: true, text: '' })
})

test('the shell has its own screen and the cursor while the program is suspended, and the lines are back after it', () => {
  const { terminal, area } = opened({ columns: 40, rows: 10 })
  terminal.sink.write('$ talmox up\n')
  area.show(['one', 'two'])
  terminal.suspend()
  expect({ shown: terminal.isCursorShown(), text: terminal.text() }).toEqual({ shown: true, text: '$ talmox up\n' })
  terminal.sink.write('$ fg\n')
  terminal.resume()
  expect(terminal.text()).toBe('one\ntwo\n')
  area.close()
  terminal.suspend()
  terminal.resume()
  expect(terminal.text()).toBe('$ talmox up\n$ fg\n')
})

test('a terminal that only knows lines, keeps all of them, or has no size, and a file have no area', () => {
  const { sink } = fakeTerminal({ columns: 80, rows: 24 })
  expect(openArea(sink, { TERM: 'dumb' })).toBeUndefined()
  expect(openArea(sink, { CI: 'true' })).toBeUndefined()
  expect(openArea(sink, { CI: '' })).toBeDefined()
  expect(openArea(fakeTerminal({ columns: 0, rows: 0 }).sink, {})).toBeUndefined()
  expect(openArea({ write: () => undefined, isTTY: false, columns: undefined }, {})).toBeUndefined()
})

const frame = fc.array(fc.stringMatching(/^[a-z ]{0,18}[a-z]$/), { maxLength: 6 })
const size = fc.record({ columns: fc.integer({ min: 8, max: 30 }), rows: fc.integer({ min: 20, max: 30 }) })
const happening = fc.oneof(
  frame.map((lines) => ({ kind: 'show' as const, lines })),
  fc.stringMatching(/^[A-Z]{1,7}$/).map((text) => ({ kind: 'above' as const, text })),
  size.map((next) => ({ kind: 'resize' as const, next })),
)

test('whatever is shown, said and resized, the last frame is seen, and nothing of any frame is left behind', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 12 }), frame, (happenings, last) => {
      const { terminal, area } = opened({ columns: 30, rows: 24 })
      const said: string[] = []
      let current: readonly string[] = []
      const fits = (lines: readonly string[]) => lines.map((line) => line.slice(0, area.size().columns - 1).trimEnd())
      for (const one of [...happenings, { kind: 'show' as const, lines: last }]) {
        if (one.kind === 'resize') terminal.resize(one.next)
        if (one.kind === 'show') current = one.lines
        // Whoever shows an area draws it again when the terminal changes.
        if (one.kind !== 'above') area.show(fits(current))
        else {
          said.push(one.text)
          area.above(terminal.sink, `${one.text}\n`)
        }
      }
      expect(terminal.text()).toBe([...fits(last), ''].join('\n'))
      expect(terminal.kept()).toBe([...said, ''].join('\n'))
      area.close()
      expect(terminal.text()).toBe([...said, ''].join('\n'))
    }),
  )
})

test('a window that is made narrower and lower leaves the scrollback as it was', () => {
  const { terminal, area } = opened({ columns: 100, rows: 24 })
  terminal.sink.write('$ talmox up\n')
  const wide = Array.from({ length: 22 }, (_, index) => `machine ${index} `.padEnd(99, '.'))
  area.show(wide)
  terminal.resize({ columns: 40, rows: 8 })
  area.show(wide.slice(0, 6).map((line) => line.slice(0, 39)))
  expect(terminal.kept()).toBe('$ talmox up\n')
  area.close()
  expect(terminal.text()).toBe('$ talmox up\n')
})
