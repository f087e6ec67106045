import { expect, test } from 'vitest'
import { openEmbeddedField } from './embedded-field.ts'
import { sweepExample } from './sweep-example.ts'

/** What a run that comes at once finds still at work, where one that has to start first comes too late. */
const MET = [
  {
    example: 'role-templates',
    scene: 'create',
    what: 'a template that is just being made',
    event: 'request POST qemu',
    when: 'after',
  },
  {
    example: 'cloned-template-gpu',
    scene: 'create',
    what: 'a machine whose hardware is just being set',
    event: 'request POST qemu/config',
    when: 'after',
  },
  {
    example: 'homelab',
    scene: 'restart',
    what: 'a machine that is just being shut down',
    event: 'request POST qemu/status/shutdown',
    when: 'after',
  },
  { scene: 'create', what: 'a machine that Proxmox is just making', event: 'request POST qemu', when: 'after' },
  { scene: 'restart', what: 'etcd that has not started yet', event: 'request POST qemu/status/start', when: 'before' },
  { scene: 'destroy', what: 'a machine that is just being destroyed', event: 'request DELETE qemu', when: 'after' },
] as const

test.each(MET)('a run right after one that was killed waits for $what', async (met) => {
  const { example = 'single-node', scene, event, when } = { example: undefined, ...met }
  const swept = await sweepExample(example, {
    open: openEmbeddedField,
    only: [scene],
    choose: () => [{ when, event, nth: 1 }],
    parallel: 1,
    tell: () => {},
  })
  expect(swept).toEqual({ points: 1, complaints: [] })
})
