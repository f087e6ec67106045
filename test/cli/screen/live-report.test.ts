import { expect, test } from 'vitest'
import type { Paint } from '../../../src/cli/printer.ts'
import { openArea } from '../../../src/cli/screen/area.ts'
import { liveReport } from '../../../src/cli/screen/live-report.ts'
import { composeView } from '../../../src/cli/screen/view.ts'
import type { Reporter } from '../../../src/cli/work/reporter.ts'
import type { Action } from '../../../src/plan/action.ts'
import { makeAction } from '../../../src/plan/make-action.ts'
import { trackProgress } from '../../../src/run/progress.ts'
import { UserError } from '../../../src/user-error.ts'
import { type FakeTerminal, fakeTerminal } from './fake-terminal.ts'

const plain: Paint = (_, text) => text
const image = makeAction(
  'image.fetch',
  'local@pve1/talos.qcow2',
  { machine: 'cp-1', host: 'pve1', storage: 'local' },
  { effect: 'create', reason: 'it is not there' },
)

function actionsOf(machines: readonly string[]): readonly Action[] {
  return [
    image,
    ...machines.flatMap((machine) => [
      makeAction('vm.create', machine, { machine }, { effect: 'create', reason: 'new', needs: [image.id] }),
      makeAction(
        'vm.start',
        machine,
        { machine },
        { effect: 'update', reason: 'it is off', needs: [`vm.create/${machine}`] },
      ),
    ]),
  ]
}

interface Stage {
  readonly terminal: FakeTerminal
  readonly report: Reporter
  /** Lets time pass and has the screen drawn. */
  readonly at: (seconds: number) => string
  readonly begin: (id: string) => void
  readonly end: (id: string) => void
}

function stage(machines: readonly string[], rows = 20, columns = 72): Stage {
  const terminal = fakeTerminal({ columns, rows })
  const area = openArea(terminal.sink, {})
  if (area === undefined) throw new Error('there is no area')
  const actions = actionsOf(machines)
  let now = 0
  let draw = () => {}
  const report = liveReport({
    area,
    paint: plain,
    clock: { now: () => now, after: () => () => undefined },
    mask: (text) => text.replaceAll('hunter2', '******'),
    print: (text) => area.above(terminal.sink, text),
    every: (_, run) => {
      draw = run
      return () => undefined
    },
  })
  report.begin({ cluster: 'lab', actions, findings: [], later: [] })
  return {
    terminal,
    report,
    at(seconds) {
      now = seconds * 1000
      draw()
      return terminal.text()
    },
    begin(id) {
      const action = actions.find((one) => one.id === id)
      if (action !== undefined) report.event({ type: 'started', at: now, action })
    },
    end: (id) => report.event({ type: 'ended', at: now, id, outcome: 'done' }),
  }
}

test('machines, what they wait for, what is done for all, and how far it is', async () => {
  const { at, begin, end, report } = stage(['cp-1', 'cp-2', 'worker-1'])
  begin(image.id)
  report.event({ type: 'progress', at: 0, id: image.id, text: 'downloading with hunter2: 45%' })
  await expect(at(12)).toMatchFileSnapshot('../../golden/screen/fetching.txt')
  end(image.id)
  for (const machine of ['cp-1', 'cp-2']) begin(`vm.create/${machine}`)
  at(20)
  end('vm.create/cp-1')
  begin('vm.start/cp-1')
  report.event({ type: 'again', at: 0, id: 'vm.create/cp-2', reason: 'the storage is locked' })
  at(22)
  end('vm.start/cp-1')
  await expect(at(23)).toMatchFileSnapshot('../../golden/screen/creating.txt')
})

test('a failure stays in sight, and a run that stops says so', async () => {
  const { at, begin, end, report } = stage(['cp-1', 'cp-2', 'cp-3'])
  begin(image.id)
  end(image.id)
  for (const machine of ['cp-1', 'cp-2']) begin(`vm.create/${machine}`)
  report.event({ type: 'failed', at: 3000, id: 'vm.create/cp-1', error: new UserError('full', 'local-zfs is full') })
  report.stopping()
  await expect(at(5)).toMatchFileSnapshot('../../golden/screen/failed.txt')
})

test('a hundred machines are folded to what matters, and always fit', async () => {
  const machines = Array.from({ length: 100 }, (_, index) => `worker-${index + 1}`)
  const { at, begin, end } = stage(machines, 14)
  begin(image.id)
  end(image.id)
  for (const machine of machines.slice(0, 40)) begin(`vm.create/${machine}`)
  for (const machine of machines.slice(0, 36)) end(`vm.create/${machine}`)
  for (const machine of machines.slice(0, 34)) {
    begin(`vm.start/${machine}`)
    end(`vm.start/${machine}`)
  }
  await expect(at(30)).toMatchFileSnapshot('../../golden/screen/folded.txt')
})

test('the view is never higher than the terminal', () => {
  const progress = trackProgress(actionsOf(Array.from({ length: 30 }, (_, index) => `worker-${index + 1}`)))
  progress.take({ type: 'started', at: 0, action: image })
  for (let rows = 2; rows < 50; rows++) {
    const view = composeView(progress, { now: 0, began: 0, size: { columns: 40, rows }, stopping: false })
    expect(view.length).toBeLessThan(rows)
  }
})

test('the end leaves one line, and the terminal as it was', () => {
  const { at, begin, end, report, terminal } = stage(['cp-1'])
  for (const id of [image.id, 'vm.create/cp-1', 'vm.start/cp-1']) begin(id)
  at(65)
  for (const id of [image.id, 'vm.create/cp-1', 'vm.start/cp-1']) end(id)
  report.close('done')
  expect(terminal.text()).toBe('✓ 3 steps in 1 min 5 s\n')
  expect(terminal.isCursorShown()).toBe(true)
})
