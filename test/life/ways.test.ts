import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clusterOf } from './picture.ts'
import { openStage, type Stage } from './stage.ts'

/** A small cluster of one control plane and one worker. */
const twoMachines = {
  controlPlane: { count: '1', memory: '4GiB', disk: '20GiB', vmids: '2000-2099' },
  workers: { general: { count: '1', memory: '4GiB', disk: '20GiB', vmids: '3000-3099' } },
}

describe('a cluster whose addresses come from DHCP, on linked clones of a template that has only a VMID', {
  timeout: 600_000,
}, () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage({
      example: 'single-node',
      edit: (file) => {
        for (const [key, value] of Object.entries(twoMachines)) file.setIn([key], file.createNode(value))
        file.setIn(['network'], file.createNode({ addressing: 'dhcp' }))
        // On ZFS the name of a disk tells what it shares.
        file.setIn(['proxmox', 'storage'], file.createNode({ disks: 'local-zfs', images: 'local' }))
        file.setIn(
          ['image'],
          file.createNode({ mode: 'template', template: { vmid: '990', clone: 'linked', prepare: 'true' } }),
        )
        const patch = { machine: { nodeAnnotations: { 'test/at': `\${node.address} on \${node.host}` } } }
        file.setIn(['talos', 'patches'], file.createNode([patch]))
      },
    })
  }, 600_000)
  afterAll(() => stage.close())

  test('it comes up, with the address of its first control plane as endpoint', async () => {
    const first = await stage.talmox('plan')
    expect(first.stdout).toContain('… then the address of the Kubernetes API, once solo-cp-1 has one from DHCP')
    const { code, stdout, stderr } = await stage.talmox('up', '--yes')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const outputs = JSON.parse((await stage.talmox('outputs', '--json')).stdout)
    expect(outputs.endpoint).toBe(`https://${outputs.machines[0].ip}:6443`)
    expect(stdout).toContain(`at ${outputs.endpoint}\n`)
    expect(clusterOf(stage.running).ready).toEqual(['solo-cp-1', 'solo-general-1'])
  })

  test('a patch may refer to what only the run could know', () => {
    const texts = [...stage.running.talos.nodes.values()].map(({ state }) => state.config?.text ?? '')
    expect(texts).toHaveLength(2)
    for (const text of texts) expect(text).toMatch(/test\/at: \d+\.\d+\.\d+\.\d+ on pve\n/)
  })

  test('its disks share those of the template, which was made once', async () => {
    const { vms } = stage.running.world
    const [template] = vms.filter(({ vmid }) => vmid === 990)
    expect(template?.config.template).toBe('1')
    const shares = vms
      .filter(({ vmid }) => vmid !== 990)
      .map((vm) => /:base-990-disk-\d+\/vm-/.test(vm.config.scsi0 ?? ''))
    expect(shares).toEqual([true, true])
  })

  test('a second run does nothing, and the cluster goes without a trace of its clones', async () => {
    expect((await stage.talmox('up', '--yes')).stdout).toMatch(/^solo: nothing to do\.\n/)
    stage.watch.letGo()
    expect((await stage.talmox('destroy', '--yes')).code).toBe(0)
    expect(stage.running.world.vms.map(({ vmid }) => vmid)).toEqual([990])
  })
})

describe('a cluster with reserved addresses, without agents, and without a network of its own', {
  timeout: 600_000,
}, () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage({
      example: 'single-node',
      edit: (file) => {
        for (const [key, value] of Object.entries(twoMachines)) file.setIn([key], file.createNode(value))
        file.setIn(['network', 'addressing'], 'reserved')
        // As a load balancer in front of it would have it: nothing of this cluster answers there by itself.
        file.setIn(['network', 'endpoint'], 'https://k8s.example.com:443')
        file.setIn(['vm', 'agent'], 'false')
        file.setIn(['kubernetes', 'cni'], 'none')
      },
    })
  }, 600_000)
  afterAll(() => stage.close())

  test('it comes up as far as it can, and says what it waits for', async () => {
    const { code, stdout, stderr } = await stage.talmox('up', '--yes')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/solo: the API of Kubernetes v\S+ is ready at https:\/\/k8s\.example\.com:443\n/)
    expect(stdout).toContain('its nodes wait for a network (CNI)')
    expect(stdout).not.toContain('is up')
    expect(stdout).toMatch(/solo-general-1 .* not ready\n/)
    const { nodes, ready } = clusterOf(stage.running)
    expect({ nodes, ready }).toEqual({ nodes: ['solo-cp-1', 'solo-general-1'], ready: [] })
    expect(stage.running.world.vms.map(({ config }) => config.agent)).not.toContain('1')
  })

  test('what it says does not change while nobody brings the network', async () => {
    const { code, stdout } = await stage.talmox('up', '--yes')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^solo: nothing to do\.\n/)
    const status = await stage.talmox('status')
    expect(status.code).toBe(1)
    expect(status.stdout).toContain('is not healthy')
  })
})
