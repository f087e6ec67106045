import { describe, expect, test } from 'vitest'
import { type Running, smallWorld, withWorld } from '../harness.ts'
import { make } from './qemu/tasks.ts'

const flavours = ['8.4', '9.2'] as const
type Flavour = (typeof flavours)[number]

const on = (flavour: Flavour, body: (running: Running) => Promise<void>) =>
  withWorld(body, { ...smallWorld, flavour, cluster: 'lab', nodes: ['pve1', 'pve2'] })

/** Gives the user of no rights exactly these. */
async function grant({ data }: Running, privs: string): Promise<void> {
  await data('POST', '/access/roles', { form: { roleid: 'Some', privs } })
  await data('PUT', '/access/acl', { form: { path: '/', users: 'nobody@pve', roles: 'Some' } })
}

const ping = ({ ask }: Running) => ask('POST', '/nodes/pve1/qemu/100/agent/ping', { as: 'nobody@pve!none' })

describe.each(flavours)('release %s', (flavour) => {
  test('names itself', () =>
    on(flavour, async ({ data }) => {
      expect(await data('GET', '/version')).toMatchObject({ release: flavour })
    }))

  test('lets an agent be asked by those who have the right of that release', () =>
    on(flavour, async (running) => {
      await make(running, 100)
      expect((await ping(running)).status).toBe(403)
      await grant(running, flavour === '8.4' ? 'VM.Monitor' : 'VM.GuestAgent.Audit')
      const { status, reason } = await ping(running)
      expect({ status, reason }).toEqual({ status: 500, reason: expect.not.stringContaining('Permission') })
    }))

  test('does not know the right of the other', () =>
    on(flavour, async ({ ask }) => {
      const privs = flavour === '8.4' ? 'VM.GuestAgent.Audit' : 'VM.Monitor'
      const { status, text } = await ask('POST', '/access/roles', { form: { roleid: 'Other', privs } })
      expect({ status, errors: JSON.parse(text).errors }).toEqual({
        status: 400,
        errors: { privs: expect.stringContaining(privs) },
      })
    }))

  test('has groups or rules, and takes no parameter of the other', () =>
    on(flavour, async (running) => {
      await make(running, 100)
      const rules = await running.ask('GET', '/cluster/ha/rules')
      const groups = await running.ask('GET', '/cluster/ha/groups')
      expect([rules.status, groups.status]).toEqual(flavour === '8.4' ? [501, 200] : [200, 500])
      const failback = await running.ask('POST', '/cluster/ha/resources', { form: { sid: 'vm:100', failback: '0' } })
      expect(failback.status).toBe(flavour === '8.4' ? 400 : 200)
    }))
})
