import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('extension-unknown: the nearest name is offered', async () => {
  const talos = '{ version: v1.12.4, extensions: [iscsi-tool, siderolabs/gvisr] }'
  expect(await problemsOf({ talos })).toEqual([
    {
      code: 'extension-unknown',
      severity: 'warning',
      path: 'talos.extensions[0]',
      message: 'iscsi-tool is not an official extension that talmox knows',
      hint: 'did you mean iscsi-tools?',
    },
    {
      code: 'extension-unknown',
      severity: 'warning',
      path: 'talos.extensions[1]',
      message: 'siderolabs/gvisr is not an official extension that talmox knows',
      hint: 'did you mean gvisor?',
    },
  ])
})

test('extension-unknown: a name like no other is still told, at the place that writes it', async () => {
  const [problem] = await problemsOf({ controlPlane: '{ extensions: [something-of-tomorrow] }' })
  expect(problem?.path).toBe('controlPlane.extensions[0]')
  expect(problem?.hint).toBe('check its name; the image factory refuses what it does not have for this Talos')
})

test('extension-unknown: old names and extensions of other owners are fine', async () => {
  expect(await problemsOf({ controlPlane: '{ extensions: [i915-ucode, zfs, someone/iscsi-tool] }' })).toEqual([])
})
