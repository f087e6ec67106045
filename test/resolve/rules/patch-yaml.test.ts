import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('patch-yaml: broken YAML is shown at its place in the patch file', async () => {
  expect(
    await foundBy(
      'patch-yaml',
      { talos: '{ version: v1.12.4, patches: [a.yaml] }' },
      { 'a.yaml': 'machine:\n  sysctls: { a: b\n' },
    ),
  ).toEqual([
    {
      severity: 'error',
      message: 'the bracket { that opens here is never closed',
      path: 'talos.patches[0]',
      at: 'a.yaml:2:12',
    },
  ])
})

test('patch-yaml: a key that is there twice is refused', async () => {
  expect(
    await foundBy(
      'patch-yaml',
      { talos: '{ version: v1.12.4, patches: [a.yaml] }' },
      { 'a.yaml': 'machine:\n  sysctls: { a: b, a: c }\n' },
    ),
  ).toEqual([
    {
      severity: 'error',
      message: 'the key "a" is here a second time',
      on: 'key',
      hint: 'it is already on line 2',
      path: 'talos.patches[0]',
      at: 'a.yaml:2:20',
    },
  ])
})

test('patch-yaml: a bomb of aliases is refused', async () => {
  expect(
    await foundBy(
      'patch-yaml',
      { talos: '{ version: v1.12.4, patches: [a.yaml] }' },
      {
        'a.yaml':
          'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: &g [*f,*f,*f,*f,*f,*f,*f,*f,*f]\nh: &h [*g,*g,*g,*g,*g,*g,*g,*g,*g]\ni: &i [*h,*h,*h,*h,*h,*h,*h,*h,*h]\n',
      },
    ),
  ).toEqual([
    {
      severity: 'error',
      message: 'with its aliases written out the file holds more than 250,000 values',
      hint: 'use fewer aliases',
      path: 'talos.patches[0]',
      at: 'a.yaml:6:17',
    },
  ])
})

test('patch-yaml: nothing is said about several documents, comments and empty ones', async () => {
  expect(
    await foundBy(
      'patch-yaml',
      { talos: '{ version: v1.12.4, patches: [a.yaml] }' },
      {
        'a.yaml':
          '# nothing\n---\n---\nmachine: { sysctls: { a: b } }\n---\napiVersion: v1alpha1\nkind: VolumeConfig\nname: EPHEMERAL\n',
      },
    ),
  ).toEqual([])
})
