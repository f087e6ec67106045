import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../shared-data.ts'
import { type Change, SUBJECTS } from './histories.ts'
import { type Answer, play, prepare, simulatedServer } from './play.ts'

interface Recorded {
  readonly kind: string
  readonly changes: readonly Change[]
  readonly answers: readonly Answer[]
}

// Written by the conformance part `kubernetes-apply`, from what a genuine API server answered.
const recorded: readonly Recorded[] = JSON.parse(
  readFileSync(path.join(root, 'test/golden/kubernetes/histories.json'), 'utf8'),
)
const server = simulatedServer()
await prepare(server)

test.each(recorded.map((history, at) => ({ ...history, number: at + 1 })))(
  'history $number, of a $kind, is as on a genuine API server: objects, owners of fields, refusals',
  async ({ kind, changes, answers, number }) => {
    const [subject] = SUBJECTS.filter((each) => each.kind === kind)
    if (subject === undefined) throw new Error(`there is no subject ${kind}`)
    const namespace = `recorded-${kind.toLowerCase()}-${((number - 1) % (recorded.length / SUBJECTS.length)) + 1}`
    expect(await play(server, subject, namespace, changes)).toEqual(answers)
  },
)
