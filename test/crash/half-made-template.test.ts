import { expect, test } from 'vitest'
import { openEmbeddedField } from './embedded-field.ts'
import { wrongsOfNothing } from './end-state.ts'
import { unprotected } from './scenes.ts'

test('what a run that was killed has left of a template goes with the images', async () => {
  const field = await openEmbeddedField('role-templates', { given: unprotected })
  try {
    const killed = { when: 'before', event: 'request POST qemu/template', nth: 1 } as const
    expect(await field.run(['up', '--yes'], killed)).toMatchObject({ signal: 'SIGKILL' })
    const { world } = field.running
    const isBegun = ({ config }: (typeof world.vms)[number]) =>
      config.template === undefined && config.description?.startsWith('Template of Talos')
    expect(world.vms.filter(isBegun)).not.toEqual([])
    const { code, stderr } = await field.run(['destroy', '--yes', '--images'])
    expect(code, stderr).toBe(0)
    expect(wrongsOfNothing(world, { images: true })).toEqual([])
  } finally {
    field.close()
  }
})
