import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { wishesOf } from '../../src/proxmox/permissions/needs.ts'
import { grantsIn } from '../../src/proxmox/permissions/requirement.ts'
import { takeAway } from '../proxmox/permissions/caller.ts'
import { example } from '../proxmox/permissions/world-for.ts'
import { root } from '../shared-data.ts'
import { neighbour } from './neighbour.ts'
import { doctor } from './simulated.ts'

const golden = (name: string) => path.join(root, 'test/golden/doctor', name)

describe('talmox doctor', () => {
  test('finds all well in a datacenter that has everything, with exactly the rights that are needed', async () => {
    const { code, stdout } = await doctor()
    await expect(stdout).toMatchFileSnapshot(golden('homelab.txt'))
    expect(code).toBe(0)
  })

  test('asks in few calls: some for the datacenter, one for each VMID and each path of a right, two for each host', async () => {
    const calls: string[] = []
    await doctor({ heard: (call) => calls.push(call) })
    await expect(`${calls.sort().join('\n')}\n`).toMatchFileSnapshot(golden('homelab-calls.txt'))
    const desired = await example('homelab.yaml')
    const { hosts } = desired.proxmox
    const wishes = wishesOf(desired, { release: '9', hosts, zones: new Map() })
    const paths = new Set(wishes.flatMap(({ requirement }) => grantsIn(requirement).map(({ path: on }) => on)))
    const about = (start: string) => calls.filter((call) => call.startsWith(`GET ${start}`)).length
    expect(about('/nodes/')).toBe(2 * hosts.length)
    expect(about('/cluster/nextid')).toBe(desired.machines.length)
    expect(about('/access/permissions')).toBe(paths.size)
    expect(about('/version') + about('/cluster/resources') + about('/cluster/sdn/')).toBe(4)
    expect(calls).toHaveLength(2 * hosts.length + desired.machines.length + paths.size + 4)
  })

  test('finds all well on the older release, too', async () => {
    const { code, stdout } = await doctor({ flavour: '8.4' })
    expect(code, stdout).toBe(0)
    expect(stdout).toContain('Proxmox VE 8.4')
  })

  test('shows what is wrong with the reason and the way out, and ends with 4', async () => {
    const { code, stdout } = await doctor({
      neighbours: ['192.168.1.211'],
      upset: (running) => {
        takeAway(running, { privilege: 'VM.PowerMgmt', path: '/pool/k8s-homelab' })
        const [host] = running.sim.world.hosts.slice(2)
        if (host !== undefined) host.online = false
        neighbour({ name: 'homelab-cp-1' })(running)
      },
    })
    await expect(stdout).toMatchFileSnapshot(golden('trouble.txt'))
    expect(code).toBe(4)
  })
})
