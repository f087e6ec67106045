import path from 'node:path'
import process from 'node:process'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { SUBJECTS, WIDGETS } from '../test/sim/kubernetes/histories.ts'
import { play, prepare, simulatedServer } from '../test/sim/kubernetes/play.ts'
import { startKubernetes } from './genuine-kubernetes.ts'
import { genuineServer } from './genuine-server.ts'

const HISTORIES = 40
const SEED = Number(process.env.SEED ?? 7)
const RECORDED = 5
const GOLDEN = path.resolve(import.meta.dirname, '../test/golden/kubernetes/histories.json')

// Without controllers, so that objects change by requests alone.
const { access, stop } = await startKubernetes(process.env.GENUINE_PROGRAMS ?? '', { controllers: false })
const genuine = genuineServer(access)
const simulated = simulatedServer()
afterAll(async () => {
  genuine.close()
  await stop()
})

test('both servers serve the custom resource', async () => {
  await Promise.all([genuine.send, simulated].map(prepare))
  const widgets = `/apis/${WIDGETS.spec.group}/v1/widgets`
  const isServed = async () => (await genuine.send({ method: 'GET', path: widgets })).status
  await expect.poll(isServed, { timeout: 60_000 }).toBe(200)
})

describe.each(SUBJECTS)(`random changes to a $kind, of seed ${SEED}`, (subject) => {
  const histories = fc.sample(subject.histories, { numRuns: HISTORIES, seed: SEED })
  test.each(histories.map((changes, at) => ({ number: at + 1, changes })))(
    'history $number has the same objects, owners and refusals on both servers',
    async ({ number, changes }) => {
      const namespace = `${subject.kind.toLowerCase()}-${number}`
      const [theirs, ours] = await Promise.all([
        play(genuine.send, subject, namespace, changes),
        play(simulated, subject, namespace, changes),
      ])
      expect(ours).toEqual(theirs)
    },
  )
})

test('the histories that the ordinary tests know are as the genuine server has them', async () => {
  const lines: string[] = []
  for (const subject of SUBJECTS) {
    for (const [at, changes] of fc.sample(subject.histories, { numRuns: RECORDED, seed: 1 }).entries()) {
      const answers = await play(genuine.send, subject, `recorded-${subject.kind.toLowerCase()}-${at + 1}`, changes)
      lines.push(JSON.stringify({ kind: subject.kind, changes, answers }))
    }
  }
  await expect(`[\n${lines.join(',\n')}\n]\n`).toMatchFileSnapshot(GOLDEN)
})
