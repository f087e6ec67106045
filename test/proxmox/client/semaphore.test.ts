import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSemaphore } from '../../../src/proxmox/client/semaphore.ts'

test('however tasks end, never more than the places run at once, in order, and all of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.record({ turns: fc.nat(4), fails: fc.boolean() }), { maxLength: 30 }),
      async (places, tasks) => {
        const inTurn = createSemaphore(places)
        const started: number[] = []
        let running = 0
        const ends = await Promise.allSettled(
          tasks.map(({ turns, fails }, index) =>
            inTurn(async () => {
              started.push(index)
              running += 1
              expect(running).toBeLessThanOrEqual(places)
              for (let turn = 0; turn < turns; turn++) await Promise.resolve()
              running -= 1
              if (fails) throw new Error(`task ${index}`)
              return index
            }),
          ),
        )
        expect(started).toEqual(tasks.map((_, index) => index))
        expect(ends.map(({ status }) => status)).toEqual(tasks.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')))
      },
    ),
  )
})
