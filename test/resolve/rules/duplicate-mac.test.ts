import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('duplicate-mac: two machines with one MAC address', async () => {
  expect(
    await problemsOf({ nodes: "{ lab-cp-1: { mac: 'BC:24:11:62:36:54' }, lab-cp-3: { mac: 'bc:24:11:62:36:54' } }" }),
  ).toEqual([
    {
      code: 'duplicate-mac',
      severity: 'error',
      path: 'nodes.lab-cp-3.mac',
      message: 'MAC address BC:24:11:62:36:54 is that of lab-cp-1 and lab-cp-3',
      hint: 'leave the line out, and a MAC address is computed',
    },
  ])
})

test("duplicate-mac: a further NIC's MAC address goes to the whole pool", async () => {
  expect(
    await problemsOf({ workers: "{ general: { count: 2, network: { nics: [{ mac: 'BC:24:11:00:40:01' }] } } }" }),
  ).toEqual([
    {
      code: 'duplicate-mac',
      severity: 'error',
      path: 'workers.general.network.nics[0].mac',
      message: 'MAC address BC:24:11:00:40:01 is that of lab-general-1 (net1) and lab-general-2 (net1)',
      hint: 'here it goes to every machine: leave it out, and MAC addresses are computed, or write it under nodes',
    },
  ])
})

test('duplicate-mac: on a single machine it is fine', async () => {
  expect(
    await problemsOf({ workers: "{ general: { count: 1, network: { nics: [{ mac: 'BC:24:11:00:40:01' }] } } }" }),
  ).toEqual([])
})
