// The life of a machine, told by cv4pve-api-javascript; each check is one line of JSON with an error where it failed.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import process from 'node:process'

const { PROXMOX_PORT, PROXMOX_SECRET, PROXMOX_PASSWORD, GENUINE_CV4PVE } = process.env
const { PveClient } = createRequire(import.meta.url)(GENUINE_CV4PVE)

const connect = () => new PveClient('127.0.0.1', Number(PROXMOX_PORT))
function withToken(secret = PROXMOX_SECRET) {
  const client = connect()
  client.apiToken = `robot@pve!machines=${secret}`
  return client
}
async function withTicket() {
  const client = connect()
  assert.equal(await client.login('robot', PROXMOX_PASSWORD, 'pve'), true)
  return client
}

/** The data of an answer that must be a success. */
async function data(asked) {
  const { statusCode, reasonPhrase, response } = await asked
  assert.equal(statusCode, 200, `${reasonPhrase} ${JSON.stringify(response)}`)
  return response.data
}

/** Waits for the task that an answer names. */
async function done(client, asked) {
  const upid = await data(asked)
  assert.equal(await client.waitForTaskToFinish(upid, 100, 120_000), true, `${upid} did not end`)
  assert.equal(await client.getExitStatusTask(upid), 'OK')
}

async function refused(asked, status, words) {
  const { statusCode, reasonPhrase } = await asked
  assert.equal(statusCode, status)
  assert.match(reasonPhrase, words)
}

const STORY = {
  async 'a wrong password is not let in'() {
    assert.equal(await connect().login('robot', 'wrong', 'pve'), false)
  },
  async 'a token reads the datacenter'() {
    const client = withToken()
    assert.equal((await data(client.version.version())).release, '9.2')
    const names = (await data(client.nodes.index())).map(({ node }) => node)
    assert.deepEqual(names.sort(), ['pve1', 'pve2', 'pve3'])
  },
  async 'a token makes a machine with a body of JSON'() {
    const client = withToken()
    const hardware = {
      vmid: 910,
      name: 'base',
      cores: 2,
      memory: 2048,
      onboot: true,
      agent: '1',
      scsihw: 'virtio-scsi-pci',
      scsi0: 'local-zfs:8,discard=on',
      ide2: 'local-zfs:cloudinit',
      net0: 'virtio=BC:24:11:00:00:01,bridge=vmbr0',
      ostype: 'l26',
    }
    await done(client, client.create('/nodes/pve3/qemu', hardware))
    const config = await data(client.nodes.get('pve3').qemu.get(910).config.vmConfig())
    const { cores, memory, onboot, net0, scsi0 } = config
    assert.deepEqual(
      { cores, memory, onboot, net0, scsi0 },
      {
        cores: 2,
        memory: '2048',
        onboot: 1,
        net0: 'virtio=BC:24:11:00:00:01,bridge=vmbr0',
        scsi0: 'local-zfs:vm-910-disk-0,discard=on,size=8G',
      },
    )
  },
  async 'its config changes, now and as a task'() {
    const client = withToken()
    await data(client.set('/nodes/pve3/qemu/910/config', { memory: 3072, tags: 'b;a' }))
    await done(client, client.create('/nodes/pve3/qemu/910/config', { description: 'changed' }))
    const { memory, tags, description } = await data(client.nodes.get('pve3').qemu.get(910).config.vmConfig())
    assert.deepEqual({ memory, tags, description }, { memory: '3072', tags: 'a;b', description: 'changed' })
  },
  async 'a parameter that does not exist is refused'() {
    await refused(
      withToken().set('/nodes/pve3/qemu/910/config', { colour: 'red' }),
      400,
      /Parameter verification failed/,
    )
  },
  async 'it is cloned, and the clone tells its address'() {
    const client = withToken()
    const machine = client.nodes.get('pve3').qemu.get(911)
    await done(client, client.create('/nodes/pve3/qemu/910/clone', { newid: 911, name: 'copy', full: true }))
    await data(client.set('/nodes/pve3/qemu/911/config', { ipconfig0: 'ip=10.7.0.31/24,gw=10.7.0.1' }))
    await done(client, machine.status.start.vmStart())
    const { result } = await data(client.get('/nodes/pve3/qemu/911/agent/network-get-interfaces'))
    const addresses = result.flatMap((card) => card['ip-addresses'].map((each) => each['ip-address']))
    assert.deepEqual(addresses, ['127.0.0.1', '10.7.0.31'])
    await done(client, machine.status.stop.vmStop())
  },
  async 'what its role lacks is refused'() {
    await refused(withToken().create('/nodes/pve3/qemu/910/snapshot', { snapname: 'one' }), 403, /VM\.Snapshot/)
  },
  async 'a ticket does the same'() {
    const client = await withTicket()
    await done(client, client.create('/nodes/pve1/qemu', { vmid: 912, name: 'by-ticket' }))
    await done(client, client.delete('/nodes/pve1/qemu/912'))
  },
  async 'everything is deleted'() {
    const client = withToken()
    for (const vmid of [911, 910]) await done(client, client.delete(`/nodes/pve3/qemu/${vmid}`, { purge: true }))
    assert.deepEqual(await data(client.get('/cluster/resources', { type: 'vm' })), [])
    await refused(client.get('/nodes/pve3/qemu/910/status/current'), 500, /does not exist/)
  },
}

for (const [check, run] of Object.entries(STORY)) {
  const error = await run().then(
    () => undefined,
    (failure) => failure.stack,
  )
  console.log(JSON.stringify({ check, error }))
  if (error !== undefined) process.exit(1)
}
