import { beforeAll, expect, test } from 'vitest'
import { bringAbout } from '../../../src/proxmox/tasks/bring-about.ts'
import { answer, type Certificates, makeCertificates, refuse, withServer } from '../client/support.ts'

let certificates: Certificates
beforeAll(async () => {
  certificates = await makeCertificates()
})

const upid = 'UPID:pve1:0003F2A1:00A1B2C3:66E1F2A0:qmdestroy:999:talmox@pve!ci:'
const gone = "Configuration file 'nodes/pve1/qemu-server/999.conf' does not exist"

/** Destroys a machine at a Proxmox that refuses at once, or whose task fails. */
const destroyed = (fails: 'at once' | 'as a task', isDone: () => Promise<boolean>) =>
  withServer(
    certificates,
    ({ method }, response) => {
      if (method !== 'DELETE') return answer(response, { status: 'stopped', exitstatus: gone, upid })
      return fails === 'at once' ? refuse(response, 500, gone) : answer(response, upid)
    },
    ({ client }) =>
      bringAbout(
        client,
        (call) => client.delete('/nodes/{node}/qemu/{vmid}', { node: 'pve1', vmid: 999 }, call),
        isDone,
      ),
  )

test.each(['at once', 'as a task'] as const)('work that fails %s since it is done is done', async (fails) => {
  await destroyed(fails, async () => true)
})

test.each(['at once', 'as a task'] as const)('work that fails %s and is not done is a failure', async (fails) => {
  await expect(destroyed(fails, async () => false)).rejects.toMatchObject({ code: 'proxmox-not-found' })
})

test('what is no answer of Proxmox is not looked into', async () => {
  const bug = new TypeError('a mistake')
  const doing = withServer(
    certificates,
    (_, response) => answer(response, null),
    ({ client }) =>
      bringAbout(
        client,
        () => Promise.reject(bug),
        () => Promise.reject(new Error('asked')),
      ),
  )
  await expect(doing).rejects.toBe(bug)
})
