import { expect, test } from 'vitest'
import { openEmbeddedField } from './embedded-field.ts'
import { wrongsOfNothing } from './end-state.ts'
import { unprotected } from './scenes.ts'

const TEMPLATES = 'role-templates'

test.each([
  ['a clone that is still on its way to its host', 'request POST qemu/clone', 3],
  ['a template that is just being made', 'started vm.create', 1],
])('%s when its run is killed is waited for by the next', async (_, event, nth) => {
  const field = await openEmbeddedField(TEMPLATES, { given: unprotected })
  try {
    expect(await field.run(['up', '--yes'], { when: 'after', event, nth })).toMatchObject({ signal: 'SIGKILL' })
    const { code, stderr } = await field.run(['up', '--yes'])
    expect(code, stderr).toBe(0)
  } finally {
    field.close()
  }
})

test('a template that is just being destroyed when its run is killed is no failure of the next', async () => {
  const field = await openEmbeddedField(TEMPLATES, { given: unprotected })
  try {
    expect(await field.run(['up', '--yes'])).toMatchObject({ code: 0 })
    const destroy = ['destroy', '--yes', '--images']
    const killed = { when: 'after', event: 'request DELETE qemu', nth: 10 } as const
    expect(await field.run(destroy, killed)).toMatchObject({ signal: 'SIGKILL' })
    const { code, stderr } = await field.run(destroy)
    expect(code, stderr).toBe(0)
    expect(wrongsOfNothing(field.running.world, { images: true })).toEqual([])
  } finally {
    field.close()
  }
})
