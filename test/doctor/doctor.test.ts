import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { takeAway } from '../proxmox/permissions/caller.ts'
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
