import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('secret-in-patch: a password is warned about at its place', async () => {
  expect(
    await foundBy(
      'secret-in-patch',
      { talos: '{ version: v1.12.4, patches: [a.yaml] }' },
      {
        'a.yaml':
          'machine:\n  token: abcdef.0123456789abcdef\n  install: { image: x }\n---\napiVersion: v1alpha1\nkind: RegistryAuthConfig\nname: r\npassword: hunter22\n',
      },
    ),
  ).toEqual([
    {
      severity: 'warning',
      message: 'a secret is written here',
      hint: 'keep this file out of version control, or encrypt it there',
      path: 'talos.patches[0]',
      at: 'a.yaml:2:3',
    },
    {
      severity: 'warning',
      message: 'a password is written here',
      hint: 'keep this file out of version control, or encrypt it there',
      path: 'talos.patches[0]',
      at: 'a.yaml:8:1',
    },
  ])
})

test('secret-in-patch: a private key is, encoded or not', async () => {
  expect(
    await foundBy(
      'secret-in-patch',
      { talos: '{ version: v1.12.4, patches: [a.yaml] }' },
      {
        'a.yaml':
          'machine:\n  ca:\n    key: LS0tLS1CRUdJTiBFRDI1NTE5IFBSSVZBVEUgS0VZLS0tLS0KTUM0Q0FRQXcKLS0tLS1FTkQgRUQyNTUxOSBQUklWQVRFIEtFWS0tLS0tCg==\n  files:\n    - content: |\n        -----BEGIN PRIVATE KEY-----\n        MC4CAQAw\n        -----END PRIVATE KEY-----\n',
      },
    ),
  ).toEqual([
    {
      severity: 'warning',
      message: 'a private key is written here',
      hint: 'keep this file out of version control, or encrypt it there',
      path: 'talos.patches[0]',
      at: 'a.yaml:3:5',
    },
    {
      severity: 'warning',
      message: 'a private key is written here',
      hint: 'keep this file out of version control, or encrypt it there',
      path: 'talos.patches[0]',
      at: 'a.yaml:5:7',
    },
  ])
})

test('secret-in-patch: inline patches are looked at as well', async () => {
  expect(
    await foundBy('secret-in-patch', {
      talos: '{ version: v1.12.4, patches: [{ machine: { token: abcdef.0123456789abcdef } }] }',
    }),
  ).toEqual([
    {
      severity: 'warning',
      on: 'key',
      message: 'a secret is written here',
      hint: 'keep this file out of version control, or encrypt it there',
      path: 'talos.patches[0].machine.token',
    },
  ])
})

test('secret-in-patch: nothing is said about names, references and public parts', async () => {
  expect(
    await foundBy(
      'secret-in-patch',
      { talos: '{ version: v1.12.4, patches: [a.yaml] }' },
      {
        'a.yaml':
          'machine:\n  nodeLabels: { key: value }\n  env: { password: $PASSWORD }\n  ca: { crt: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t }\n',
      },
    ),
  ).toEqual([])
})
