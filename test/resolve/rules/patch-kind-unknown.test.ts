import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('patch-kind-unknown: a kind with a typing mistake is refused', async () => {
  expect(
    await foundBy('patch-kind-unknown', {
      talos: '{ version: v1.12.4, patches: [{ apiVersion: v1alpha1, kind: HostNameConfg, auto: stable }] }',
    }),
  ).toEqual([
    {
      severity: 'error',
      on: 'value',
      message: 'Talos has no document of kind "HostNameConfg"',
      hint: 'did you mean HostnameConfig?',
      path: 'talos.patches[0].kind',
    },
  ])
})

test('patch-kind-unknown: a kind that is like no other too', async () => {
  expect(
    await foundBy('patch-kind-unknown', {
      talos: '{ version: v1.12.4, patches: [{ apiVersion: v1, kind: Namespace }] }',
    }),
  ).toEqual([
    {
      severity: 'error',
      on: 'value',
      message: 'Talos has no document of kind "Namespace"',
      hint: 'talmox knows the kinds up to Talos v1.14',
      path: 'talos.patches[0].kind',
    },
  ])
})

test('patch-kind-unknown: nothing is said about a patch without kind', async () => {
  expect(
    await foundBy('patch-kind-unknown', {
      talos: '{ version: v1.12.4, patches: [{ machine: { sysctls: { a: b } } }] }',
    }),
  ).toEqual([])
})
