import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('patch-empty: a file with only a comment is warned about', async () => {
  expect(
    await foundBy('patch-empty', { talos: '{ version: v1.12.4, patches: [a.yaml] }' }, { 'a.yaml': '# later\n' }),
  ).toEqual([{ severity: 'warning', message: 'the patch is empty', hint: 'remove it', path: 'talos.patches[0]' }])
})

test('patch-empty: an empty inline patch too', async () => {
  expect(await foundBy('patch-empty', { talos: '{ version: v1.12.4, patches: [{}] }' })).toEqual([
    { severity: 'warning', message: 'the patch is empty', hint: 'remove it', path: 'talos.patches[0]' },
  ])
})

test('patch-empty: nothing is said about a patch with content', async () => {
  expect(
    await foundBy('patch-empty', { talos: '{ version: v1.12.4, patches: [{ machine: { sysctls: { a: b } } }] }' }),
  ).toEqual([])
})
