import { expect, test } from 'vitest'
import { problemsOf } from './problems-of.ts'
import { resolved, smallCluster } from './resolved.ts'

const shape = (message: string) => [{ code: 'schema', severity: 'error', path: 'controlPlane.addresses', message }]

const notAddresses =
  'not addresses: an offset such as +10, a range such as 192.168.1.20-192.168.1.29, a list, or one address'

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

test('one address is enough for one machine', async () => {
  const { machines } = await resolved({ ...smallCluster, controlPlane: { count: 1, addresses: '10.0.0.50' } })
  expect(machines[0]?.nics[0].addresses).toEqual([{ address: '10.0.0.50', prefix: 24 }])
  const [problem] = await problemsOf({ controlPlane: '{ addresses: 192.168.1.50 }' })
  expect(problem?.message).toBe(
    '192.168.1.50 has room for 1 machine in 192.168.1.0/24, and controlPlane has 3: lab-cp-2 gets no address',
  )
})
