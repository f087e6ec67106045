import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultRule } from '../../sim/faults/rule.ts'
import { hostUp } from '../../sim/proxmox/host-power.ts'
import type { Vm, VmConfig } from '../../sim/world/vm.ts'
import { homeOf } from '../../src/run/home/home.ts'
import { wrongsOfHome, wrongsOfUp } from '../crash/end-state.ts'
import { type Beginning, openStage, type Stage } from './stage.ts'

const VMID = 2000
const NAME = 'solo-cp-1'
const OLD_DISK = `vm-${VMID}-disk-7`
const CREATE = { method: 'POST', path: '/nodes/*/qemu' }

/** A cluster of one machine, on a datacenter in which things can be broken. */
function broken(beginning: Partial<Beginning> = {}) {
  let opened: Stage | undefined
  beforeAll(async () => {
    opened = await openStage({ example: 'single-node', ...beginning })
  }, 600_000)
  afterAll(() => opened?.close())

  const stage = (): Stage => {
    if (opened === undefined) throw new Error('the stage is not open')
    return opened
  }
  const world = () => stage().running.world
  return {
    stage,
    world,
    arm: (rule: object): { readonly struck: number } | undefined => stage().running.faults.add(faultRule.parse(rule)),
    /** A run that ends with what a person has to know; it is returned in one line. */
    async failing(code: number): Promise<string> {
      const ended = await stage().talmox('up', '--yes')
      expect({ code: ended.code, said: ended.stderr }).toEqual({ code, said: expect.not.stringContaining('bug') })
      stage().running.faults.remove()
      return ended.stderr.replaceAll(/\s+/g, ' ')
    },
    /** A run that brings the cluster up, and leaves nothing behind of what happened before. */
    async up(wrongs: readonly string[] = []): Promise<void> {
      const { talmox, desired, folder, watch } = stage()
      const { code, stderr } = await talmox('up', '--yes')
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(wrongsOfUp(world(), desired)).toEqual(wrongs)
      expect(wrongsOfHome(homeOf(`${folder}/cluster.yaml`, desired.name))).toEqual([])
      expect(watch.wrongs()).toEqual([])
    },
    /** Takes away what somebody else has filled storages with. */
    makeRoom() {
      world().volumes = world().volumes.filter(({ name }) => !name.startsWith('backup/somebody-else'))
    },
    vm(vmid: number): Vm {
      const found = world().vms.find((one) => one.vmid === vmid)
      if (found === undefined) throw new Error(`there is no VM ${vmid}`)
      return found
    },
    /** A machine that somebody else has made. */
    addForeign(vmid: number, config: VmConfig): Vm {
      const vm: Vm = { vmid, kind: 'qemu', node: 'pve', config, pending: {}, pendingDelete: {}, snapshots: [] }
      world().vms.push(vm)
      return vm
    },
    remove(vmid: number) {
      world().vms = world().vms.filter((vm) => vm.vmid !== vmid)
    },
    volumes: () => world().volumes.filter(({ vmid }) => vmid === VMID),
    tasks: (type: string) => world().tasks.filter((task) => task.type === type),
  }
}

const options = { timeout: 600_000 }

describe('before a machine is made', options, () => {
  const { stage, world, arm, failing, up, makeRoom, vm, addForeign, remove, volumes } = broken({
    edit: (file) => {
      file.setIn(['image', 'checksum'], `sha256:${'0'.repeat(64)}`)
      file.setIn(['talos', 'version'], 'v1.12.99')
    },
  })

  test('an image that the factory does not have is said to be missing there', async () => {
    const said = await failing(1)
    expect(said).toContain('talos-v1.12.99-amd64-ce4c980550dd2ab1.qcow2: download failed:')
    expect(said).toContain('ERROR 404: Not Found. hint: the image factory has no image at https://factory.talos.dev/')
    stage().edit((file) => file.setIn(['talos', 'version'], 'v1.12.4'))
  })

  test('an image with another checksum than that of the file is not kept', async () => {
    expect(await failing(1)).toMatch(
      /checksum mismatch: got '\w+' != expect '0+' hint: `image.checksum` is not that of this image/,
    )
    expect(world().volumes).toEqual([])
    stage().edit((file) => file.deleteIn(['image']))
  })

  test('a storage without room for the image is named', async () => {
    arm({ do: { 'fill-storage': 'local' } })
    expect(await failing(1)).toContain('(No space left on device). hint: make room on the storage local of pve')
    makeRoom()
  })

  test('a storage without room for the disk is named, and nothing is left of the machine', async () => {
    arm({ when: CREATE, do: { 'fill-storage': 'local-lvm' } })
    const said = await failing(1)
    expect(said).toContain('the task qmcreate 2000 on pve failed: unable to create VM 2000 - cannot import from')
    expect(said).toContain('No space left on device hint: make room on the storage')
    expect(world().vms).toEqual([])
    expect(volumes()).toEqual([])
    makeRoom()
  })

  test('a VM of somebody else with the name of the machine is not touched', async () => {
    const before = JSON.stringify(addForeign(777, { name: NAME }))
    expect(await failing(4)).toContain(`guest 777 (${NAME}) on pve has the name of ${NAME} and is not ours`)
    expect(JSON.stringify(vm(777))).toBe(before)
    remove(777)
  })

  test('a VM that takes the VMID between the look and the making is not touched', async () => {
    const { hooks } = stage().running.sim
    hooks.before.push(({ method, path }) => {
      if (method.verb !== 'POST' || path !== '/nodes/pve/qemu') return
      addForeign(VMID, { name: 'printer', smbios1: 'uuid=11111111-2222-4333-8444-555555555555' })
    })
    const said = await failing(1)
    expect(said).toContain(`could not make the virtual machine ${NAME}: VM 2000 (printer) on pve is not ours:`)
    expect(said).toContain('hint: it was left alone; choose another VMID, or remove it by hand')
    hooks.before.pop()
    const before = JSON.stringify(vm(VMID))
    expect(await failing(4)).toContain(`guest 2000 (printer) on pve has the VMID 2000 of ${NAME} and is not ours`)
    expect(JSON.stringify(vm(VMID))).toBe(before)
    remove(VMID)
  })

  test('an empty VM that somebody else has left is not touched', async () => {
    addForeign(VMID, {})
    expect(await failing(4)).toContain(
      'it is empty, as a making that was cut off leaves it, and this home knows of none',
    )
    expect(vm(VMID).config).toEqual({})
    remove(VMID)
  })

  test('a task that is killed leaves a lock, which only root can remove', async () => {
    world().volumes.push({
      storage: 'local-lvm',
      node: 'pve',
      name: OLD_DISK,
      content: 'images',
      format: 'raw',
      vmid: VMID,
      sizeBytes: 1024 ** 3,
      usedBytes: 0,
      ctime: 0,
    })
    arm({ when: { ...CREATE, nth: 1 }, do: 'kill-task' })
    expect(await failing(1)).toContain('VM 2000 of solo-cp-1 on pve is half-made and locked (create)')
    expect(vm(VMID).config).toEqual({ lock: 'create' })
    expect(volumes()).toHaveLength(2)
    expect(await failing(4)).toContain('unlock it as root on pve: qm unlock 2000, then run again')
  })

  test('what is left goes once it is unlocked, but no disk that was there before; and the cluster comes up', async () => {
    delete vm(VMID).config.lock
    await up([`no machine has local-lvm:${OLD_DISK}`])
  })
})

describe('while a machine is made', options, () => {
  const { stage, arm, failing, up, vm, tasks } = broken()

  test('a host that loses its power', async () => {
    arm({ when: { path: '/nodes/pve/tasks/*qmcreate*/status', nth: 1 }, do: 'host-down' })
    expect(await failing(1)).toContain('cannot connect to https://pve.lan:8006: there is no way to it in the network')
    hostUp(stage().running.sim, 'pve')
    expect(vm(VMID).config).toEqual({ lock: 'create' })
    delete vm(VMID).config.lock
  })

  test('locks that are held twice, and answers that are lost before and after the work, are gone through in one run', async () => {
    const before = tasks('qmcreate').length
    const rules = [
      { when: { ...CREATE, nth: [1, 2] }, do: 'lock-timeout' },
      { when: { ...CREATE, nth: 3 }, do: { status: { code: 596, effect: 'before' } } },
      { when: { ...CREATE, nth: 4 }, do: { status: { code: 596, effect: 'after' } } },
      {
        when: { method: 'POST', path: '/nodes/*/qemu/*/status/start', nth: 1 },
        do: { status: { code: 599, effect: 'after' } },
      },
    ].map(arm)
    await up()
    expect(rules.map((rule) => rule?.struck)).toEqual([2, 1, 1, 1])
    expect(tasks('qmcreate')).toHaveLength(before + 1)
  })
})

describe('with rights on machines of the pool only', options, () => {
  const POOL = 'k8s-solo'
  const { stage, world, arm, failing, up, vm, addForeign, remove, tasks } = broken({
    edit: (file) => file.setIn(['proxmox', 'pool'], POOL),
    // The pool is made by the run.
    world: (written) => ({ ...written, pools: [] }),
  })

  test('a guest outside the pool that has the VMID is neither seen nor touched, and that is said', async () => {
    const before = JSON.stringify(addForeign(VMID, { name: 'printer' }))
    const said = await failing(1)
    expect(said).toContain('VM 2000 is there, but may not be seen: Proxmox answered 403')
    expect(said).toContain('hint: it was left alone; choose another VMID, remove it by hand')
    expect(JSON.stringify(vm(VMID))).toBe(before)
    expect(await failing(1)).toContain('VM 2000 is there, but may not be seen')
    expect(tasks('qmcreate')).toEqual([])
    remove(VMID)
  })

  test('what a task that was killed leaves stays outside the pool: what root has to do is said, each time again', async () => {
    arm({ when: { ...CREATE, nth: 1 }, do: 'kill-task' })
    for (const _ of ['first', 'again']) {
      const said = await failing(1)
      expect(said).toContain('a making on pve that was cut off may have left it outside the pool')
      expect(said).toContain('`qm unlock 2000` and `pveum pool modify k8s-solo --vms 2000`, then run again')
    }
    const { code, stdout } = await stage().talmox('doctor')
    expect(code).toBe(4)
    expect(stdout).toContain('perhaps left by a making that was cut off')
    expect(stdout).toContain('pveum pool modify k8s-solo --vms 2000')
    const gone = await stage().talmox('destroy', '--yes')
    expect(gone.code).toBe(4)
    expect(gone.stderr).toContain('may be what a making on pve that was cut off has left')
    expect(vm(VMID).config).toEqual({ lock: 'create' })
    expect(tasks('qmcreate')).toHaveLength(1)
  })

  test('when root has done that, the rest is removed, and made anew; an answer that is lost meanwhile does no harm', async () => {
    delete vm(VMID).config.lock
    world()
      .access.pools.find(({ poolid }) => poolid === POOL)
      ?.vms.push(VMID)
    arm({ when: { ...CREATE, nth: 1 }, do: { status: { code: 596, effect: 'after' } } })
    await up()
    expect(tasks('qmcreate')).toHaveLength(2)
    expect((await stage().talmox('up', '--yes')).stdout).toMatch(/^solo: nothing to do\.\n/)
  })
})

describe('while a machine is cloned', options, () => {
  const { arm, failing, up, vm } = broken({
    edit: (file) => file.setIn(['image'], { mode: 'template', template: { vmid: '999', clone: 'full' } }),
  })

  test('a task that is killed leaves the clone locked: nothing is touched, and what to do is said', async () => {
    arm({ when: { method: 'POST', path: '/nodes/*/qemu/*/clone', nth: 1 }, do: 'kill-task' })
    expect(await failing(1)).toContain('qm unlock 2000` on pve, then run again, which finishes it or makes it anew')
    const before = JSON.stringify(vm(VMID))
    expect(JSON.parse(before)).toMatchObject({ config: { lock: 'clone', name: NAME } })
    expect(await failing(4)).toContain('VM 2000 on pve is locked (clone) hint: wait for the task that holds the lock')
    expect(JSON.stringify(vm(VMID))).toBe(before)
  })

  test('once it is unlocked, the machine is made anew, and the cluster comes up', async () => {
    delete vm(VMID).config.lock
    await up()
  })
})
