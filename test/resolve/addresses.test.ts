import { expect, test } from 'vitest'
import { problemsOf } from './problems-of.ts'

const shape = (message: string) => [{ code: 'schema', severity: 'error', path: 'controlPlane.addresses', message }]

const notAddresses = 'not addresses: an offset such as +10, a range such as 192.168.1.20-192.168.1.29, or a list'

test('a range of addresses is made of two addresses', async () => {
  for (const range of ['abc-def', '192.168.1.20-192.168.1', '192.168.1.20-192.168.1.256', '20-29', 'ten'])
    expect(await problemsOf({ controlPlane: `{ addresses: '${range}' }` })).toEqual(shape(notAddresses))
})

test('a bare number is no address', async () => {
  expect(await problemsOf({ controlPlane: '{ addresses: 10 }' })).toEqual(shape(notAddresses))
})

test('a range of addresses runs forwards, in one family', async () => {
  const message = 'a range of addresses is of one family and does not run backwards'
  for (const range of ['192.168.1.29-192.168.1.20', '192.168.1.20-fd00::1'])
    expect(await problemsOf({ controlPlane: `{ addresses: '${range}' }` })).toEqual(shape(message))
})
