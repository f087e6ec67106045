import { describe, expect, test } from 'vitest'
import { createClient, type ProxmoxClient } from '../../../src/proxmox/client/client.ts'
import { parseEndpoint } from '../../../src/proxmox/client/connect.ts'
import type { Login } from '../../../src/proxmox/credentials/login.ts'
import { performTask } from '../../../src/proxmox/tasks/perform-task.ts'
import { realDial } from '../../../src/world/dial.ts'
import { silentLog } from '../../../src/world/log.ts'
import { createRedaction } from '../../../src/world/redaction.ts'
import { type Running, withWorld } from '../../sim/harness.ts'

const SECRET = '00000000-0000-4000-8000-000000000001'
const token = (id: string): Login => ({ kind: 'token', token: `${id}=${SECRET}` })

/** Uses a client of the product at a simulated Proxmox. */
async function using(running: Running, login: Login, use: (client: ProxmoxClient) => Promise<void>): Promise<void> {
  const client = createClient(
    { endpoints: [parseEndpoint(`https://127.0.0.1:${running.port}`)], trust: { kind: 'anything' }, login },
    { clock: running.sim.clock, dial: realDial, log: silentLog, redaction: createRedaction(), random: () => 0 },
  )
  try {
    await use(client)
  } finally {
    client.close()
  }
}

const vm = { node: 'pve1', vmid: 100 }

describe('at a simulated Proxmox', () => {
  test('a token whose time is over is refused once and for all', () =>
    withWorld(async (running) => {
      const user = running.sim.world.access.users.find(({ userid }) => userid === 'ops@pve')
      for (const one of user?.tokens ?? []) one.expire = 1
      await using(running, token('ops@pve!ci'), async (client) => {
        await expect(client.get('/version', {})).rejects.toMatchObject({ status: 401, again: 'never' })
      })
    }))

  test('a ticket that ran out is bought anew, and the write is carried out', () =>
    withWorld(
      async (running) => {
        const login: Login = { kind: 'password', username: 'ops@pve', password: 'secret-ops', totp: undefined }
        await using(running, login, async (client) => {
          await client.get('/version', {})
          // At this speed more than the two hours of a ticket pass meanwhile.
          const from = running.sim.clock.now()
          while (running.sim.clock.now() - from < 3 * 3_600_000) await new Promise((resolve) => setTimeout(resolve, 5))
          expect(await client.post('/pools', { poolid: 'made-late' })).toBeNull()
        })
        expect(running.sim.world.access.pools.map(({ poolid }) => poolid)).toEqual(['made-late'])
      },
      undefined,
      20_000,
    ))

  test('a missing privilege is final, and named with its path', () =>
    withWorld(async (running) => {
      await using(running, token('nobody@pve!none'), async (client) => {
        const refused = client.post('/nodes/{node}/qemu/{vmid}/status/start', vm)
        await expect(refused).rejects.toMatchObject({ code: 'proxmox-permission', status: 403, again: 'never' })
        await expect(refused).rejects.toThrow('/vms/100, VM.PowerMgmt')
      })
    }))

  test('a lock that a killed clone left behind is waited for, then comes with the command that removes it', () =>
    withWorld(async (running) => {
      const config = { name: 'half', lock: 'clone' }
      const pending = { pending: {}, pendingDelete: {}, snapshots: [] }
      running.sim.world.vms.push({ vmid: 100, kind: 'qemu', node: 'pve1', config, ...pending })
      await using(running, token('ops@pve!ci'), async (client) => {
        const locked = { code: 'proxmox-locked', hint: expect.stringContaining('`qm unlock VMID` on its host') }
        await expect(client.put('/nodes/{node}/qemu/{vmid}/config', { ...vm, cores: 2 })).rejects.toMatchObject(locked)
        const start = () => client.post('/nodes/{node}/qemu/{vmid}/status/start', vm, { retry: false })
        await expect(performTask(client, start, {})).rejects.toThrow('VM is locked (clone)')
      })
    }))
})
