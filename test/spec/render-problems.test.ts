import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { locateProblems } from '../../src/spec/locate.ts'
import type { Problem } from '../../src/spec/problem.ts'
import { problemsToJson, renderProblems } from '../../src/spec/render-problems.ts'
import { readSource } from '../../src/spec/source.ts'

const cluster = `\
name: homelab
workers:
  general:
    count: 0
    memry: 8GiB
    role: controlplain
`

const found: Problem[] = [
  {
    code: 'invalid-option',
    severity: 'error',
    path: ['workers', 'general', 'role'],
    message: 'invalid option "controlplain"',
    hint: 'one of controlplane, worker',
  },
  {
    code: 'unknown-key',
    severity: 'error',
    path: ['workers', 'general', 'memry'],
    on: 'key',
    message: 'unknown key "memry"',
    hint: 'did you mean memory?',
  },
  {
    code: 'empty-pool',
    severity: 'warning',
    path: ['workers', 'general', 'count'],
    message: 'this pool has no machines',
  },
  { code: 'missing-key', severity: 'error', path: ['proxmox'], message: 'this key is missing' },
]

function located(text: string, problems: readonly Problem[], file = 'cluster.yaml') {
  return locateProblems(readSource(text, file), problems)
}

function rendered(text: string, path: Problem['path'], message = 'wrong'): string {
  return renderProblems(located(text, [{ code: 'x', severity: 'error', path, message }]), { color: false })
}

describe('on a terminal', () => {
  test('problems stand in the order of the file, each below its words, and are counted', () => {
    expect(renderProblems(located(cluster, found), { color: false })).toBe(`\
cluster.yaml:1:1 error proxmox: this key is missing
    1 | name: homelab
      | ^^^^
cluster.yaml:4:12 warning workers.general.count: this pool has no machines
    4 |     count: 0
      |            ^
cluster.yaml:5:5 error workers.general.memry: unknown key "memry". hint: did you mean memory?
    5 |     memry: 8GiB
      |     ^^^^^
cluster.yaml:6:11 error workers.general.role: invalid option "controlplain". hint: one of controlplane, worker
    6 |     role: controlplain
      |           ^^^^^^^^^^^^
3 errors, 1 warning in cluster.yaml
`)
  })

  test('no problems are no text', () => {
    expect(renderProblems([], { color: true })).toBe('')
  })

  test('problems of several files stand together by file', () => {
    const other = located('spec: 1\n', [{ code: 'x', severity: 'warning', path: ['spec'], message: 'old' }], 'b.yaml')
    const lines = renderProblems([...other, ...located(cluster, found.slice(0, 1), 'a.yaml')], { color: false })
    expect(lines.split('\n').filter((line) => !line.startsWith(' '))).toEqual([
      'a.yaml:6:11 error workers.general.role: invalid option "controlplain". hint: one of controlplane, worker',
      'b.yaml:1:7 warning spec: old',
      '1 error, 1 warning in 2 files',
      '',
    ])
  })

  test('colour is added only when it is asked for, and to the same text', () => {
    const problems = located(cluster, found)
    const colored = renderProblems(problems, { color: true })
    expect(colored).toContain('\u001b[1m\u001b[31merror')
    expect(stripVTControlCharacters(colored)).toBe(renderProblems(problems, { color: false }))
  })

  test('a value of many lines is marked to the end of its first line', () => {
    expect(rendered('a:\n  b: 1\n  c: 2\n', ['a'])).toBe(`\
cluster.yaml:2:3 error a: wrong
    2 |   b: 1
      |   ^^^^
1 error in cluster.yaml
`)
  })

  test('a long line is cut on both sides of the caret', () => {
    const items = Array.from({ length: 500 }, (_, at) => `item-${at}`)
    expect(rendered(`list: [${items.join(', ')}]\n`, ['list', 250])).toBe(`\
cluster.yaml:1:2398 error list[250]: wrong
    1 | …item-244, item-245, item-246, item-247, item-248, item-249, item-250, item-251, item-252, item-253, item-254…
      |                                                              ^^^^^^^^
1 error in cluster.yaml
`)
  })

  test('a long value is cut at its end', () => {
    expect(rendered(`a: ${'x'.repeat(1000)} # note\n`, ['a'])).toBe(`\
cluster.yaml:1:4 error a: wrong
    1 | a: ${'x'.repeat(60)}…
      |    ${'^'.repeat(60)}
1 error in cluster.yaml
`)
  })

  test('a cut never splits a character', () => {
    for (const quote of ['"', '" ']) {
      const long = `{ k: ${quote}${'😀'.repeat(200)}", b: 1, c: ${quote}${'😀'.repeat(200)}" }\n`
      for (const name of ['k', 'b', 'c']) expect(rendered(long, [name])).not.toContain('<U+D')
    }
  })

  test('the caret stays below wide, combining and emoji characters', () => {
    expect(rendered('{ 名前: e\u0301, "😀": bad }\n', ['😀'])).toBe(`\
cluster.yaml:1:16 error ["😀"]: wrong
    1 | { 名前: e\u0301, "😀": bad }
      |                  ^^^
1 error in cluster.yaml
`)
  })

  test('control characters of the file, of messages and of file names are made visible', () => {
    const text = 'a: "\u202ex"\t# \u200b\n'
    const [problem] = located(
      text,
      [{ code: 'x', severity: 'error', path: ['a'], message: 'bad \u001b[31m\nvalue\u009b' }],
      'c\u0007.yaml',
    )
    expect(renderProblems(problem ? [problem] : [], { color: false })).toBe(`\
c␇.yaml:1:4 error a: bad ␛[31m␊value<U+009B>
    1 | a: "<U+202E>x"→# <U+200B>
      |    ^^^^^^^^^^^
1 error in c␇.yaml
`)
  })

  test('a message that quotes a whole file is cut', () => {
    expect(rendered('a: 1\n', ['a'], 'x'.repeat(10_000))).toContain(`${'x'.repeat(400)}…\n`)
  })
})

describe('on a terminal of known width', () => {
  const wordy: Problem = {
    code: 'x',
    severity: 'error',
    path: ['workers', 'general', 'role'],
    message: 'these words are too many for one line of a narrow terminal',
    hint: 'use fewer of them, or ask for a wider terminal and read them there',
  }

  test('words stay whole, what follows is indented, and the way out stands alone', () => {
    expect(renderProblems(located(cluster, [wordy]), { color: false, columns: 60 })).toBe(`\
cluster.yaml:6:11 error workers.general.role: these words
        are too many for one line of a narrow terminal
    6 |     role: controlplain
      |           ^^^^^^^^^^^^
        hint: use fewer of them, or ask for a wider terminal
        and read them there
1 error in cluster.yaml
`)
  })

  test('a place that fills the line has the words below it', () => {
    const problems = located(cluster, [wordy], `${'long/'.repeat(8)}cluster.yaml`)
    const [first, second] = renderProblems(problems, { color: false, columns: 64 }).split('\n')
    expect(first).toBe(`${'long/'.repeat(8)}cluster.yaml:6:11 error`)
    expect(second).toBe('        workers.general.role: these words are too many for one')
  })

  test('the line of the file is cut where the terminal ends', () => {
    const text = `a: ${'x'.repeat(30)} # ${'note '.repeat(10)}\n`
    const problem: Problem = { code: 'x', severity: 'error', path: ['a'], message: 'wrong' }
    const cut = (width: number) =>
      renderProblems(located(text, [problem]), { color: false, columns: width }).split('\n')
    expect(cut(50)[1]).toBe(`    1 | a: ${'x'.repeat(30)} # note …`)
    expect(cut(32).slice(1, 3)).toEqual([`    1 | a: ${'x'.repeat(20)}…`, `      |    ${'^'.repeat(21)}`])
  })

  test('colour changes no text', () => {
    const problems = located(cluster, [...found, wordy])
    const colored = renderProblems(problems, { color: true, columns: 60 })
    expect(stripVTControlCharacters(colored)).toBe(renderProblems(problems, { color: false, columns: 60 }))
  })
})

test('problems are not counted where the caller does it', () => {
  expect(renderProblems(located(cluster, found), { color: false, counted: false })).not.toContain(' in cluster.yaml\n')
})

test('as JSON every problem has every field, in the order of the file', () => {
  expect(problemsToJson(located(cluster, [...found.slice(0, 1), ...found.slice(2, 3)]))).toEqual([
    {
      code: 'empty-pool',
      severity: 'warning',
      file: 'cluster.yaml',
      line: 4,
      column: 12,
      endLine: 4,
      endColumn: 13,
      path: 'workers.general.count',
      message: 'this pool has no machines',
      hint: null,
      details: [],
    },
    {
      code: 'invalid-option',
      severity: 'error',
      file: 'cluster.yaml',
      line: 6,
      column: 11,
      endLine: 6,
      endColumn: 23,
      path: 'workers.general.role',
      message: 'invalid option "controlplain"',
      hint: 'one of controlplane, worker',
      details: [],
    },
  ])
})

test('details follow the line they explain, indented and with nothing hidden, and are data too', () => {
  const problem: Problem = {
    code: 'capacity',
    severity: 'error',
    path: ['workers', 'general', 'count'],
    message: 'no room',
    details: ['host  free', 'pve1  2\u001b GiB'],
  }
  const problems = located(cluster, [problem])
  expect(renderProblems(problems, { color: false })).toBe(`\
cluster.yaml:4:12 error workers.general.count: no room
    4 |     count: 0
      |            ^
        host  free
        pve1  2␛ GiB
1 error in cluster.yaml
`)
  expect(problemsToJson(problems)).toMatchObject([{ details: ['host  free', 'pve1  2\u001b GiB'] }])
})
