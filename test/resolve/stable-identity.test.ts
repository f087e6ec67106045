import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Desired } from '../../src/resolve/desired.ts'
import { resolved, smallCluster } from './resolved.ts'

const identities = ({ machines }: Desired) =>
  new Map(
    machines.map(({ name, vmid, uuid, nics }) => [name, { vmid, uuid, mac: nics[0].mac, address: nics[0].addresses }]),
  )

const pools = fc.record({ planes: fc.constantFrom(1, 3, 5), a: fc.nat(8), b: fc.nat(8) })

const cluster = ({ planes, a, b }: { planes: number; a: number; b: number }) => ({
  ...smallCluster,
  controlPlane: { count: planes },
  workers: { a: { count: a, vmids: 3000, addresses: '+50' }, b: { count: b, vmids: 4000, addresses: '+100' } },
})

const keeps = (before: Desired, after: Desired) => {
  const later = identities(after)
  for (const [name, identity] of identities(before)) expect(later.get(name)).toEqual(identity)
}

test('growing a pool renames and renumbers nothing', async () => {
  await fc.assert(
    fc.asyncProperty(pools, fc.nat(5), fc.nat(5), async (size, moreA, moreB) => {
      keeps(await resolved(cluster(size)), await resolved(cluster({ ...size, a: size.a + moreA, b: size.b + moreB })))
    }),
    { numRuns: 30 },
  )
})

test('adding a pool or a host renames and renumbers nothing', async () => {
  await fc.assert(
    fc.asyncProperty(pools, async (size) => {
      const before = cluster(size)
      const after = {
        ...before,
        proxmox: { hosts: ['pve0', 'pve1', 'pve2', 'pve3', 'pve4'] },
        workers: { first: { count: 2, vmids: 5000, addresses: '+150' }, ...before.workers },
      }
      keeps(await resolved(before), await resolved(after))
    }),
    { numRuns: 30 },
  )
})

test('machines that are placed stay where they are when the cluster grows', async () => {
  await fc.assert(
    fc.asyncProperty(pools, fc.nat(5), async (size, more) => {
      const before = await resolved(cluster(size))
      const hosts = ['pve0', 'pve1', 'pve2', 'pve3'].map((name) => ({ name }))
      const placed = new Map(
        before.machines.flatMap(({ name, host }) => (host === undefined ? [] : [[name, host] as const])),
      )
      const after = await resolved(cluster({ ...size, a: size.a + more }), { hosts, placed })
      for (const machine of before.machines) {
        expect(after.machines.find(({ name }) => name === machine.name)?.host).toBe(machine.host)
      }
    }),
    { numRuns: 30 },
  )
})
