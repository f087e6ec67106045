import { expect, test } from 'vitest'
import { vmStart } from '../../../src/actions/proxmox/vm-start.ts'
import { performTask } from '../../../src/proxmox/tasks/perform-task.ts'
import { type Lab, SCHEMATIC, withLab } from '../../proxmox/images/support.ts'
import { resolved, smallCluster } from '../../resolve/resolved.ts'
import { proxmoxTools } from './proxmox-tools.ts'

const desired = await resolved({ ...smallCluster, proxmox: { hosts: ['pve1'], storage: { disks: 'thin' } } })
const [machine] = desired.machines
if (machine === undefined) throw new Error('a cluster without machines')
const { vmid, name } = machine

/** Starts the machine, which was made so long ago by the same run, or not by it. Tells whether its VM was looked at. */
async function start({ sim, proxmox }: Lab, madeAgo: number | undefined): Promise<boolean> {
  const keys = { node: 'pve1', vmid, name: 'somebody-elses' }
  await performTask(proxmox, (options) => proxmox.post('/nodes/{node}/qemu', keys, options), {})
  const looks: string[] = []
  sim.hooks.before.push(({ path }) => {
    if (path.endsWith('/pending')) looks.push(path)
  })
  const tools = proxmoxTools({ desired, clock: sim.clock, proxmox, schematic: async () => SCHEMATIC })
  if (madeAgo !== undefined) tools.made.set(vmid, sim.clock.now() - madeAgo)
  const telling = { progress: () => undefined, signal: new AbortController().signal }
  try {
    await vmStart.run({ machine: name }, tools, telling)
  } catch (error) {
    expect(error).toMatchObject({ code: 'guest-in-the-way' })
  }
  expect([...tools.made]).toEqual([])
  return looks.length > 0
}

const isOn = ({ sim }: Lab) => sim.world.vms.find((vm) => vm.vmid === vmid)?.run !== undefined

test('what this run has just made is started without asking whose it is', () =>
  withLab(async (lab) => {
    expect({ looked: await start(lab, 5_000), on: isOn(lab) }).toEqual({ looked: false, on: true })
  }))

test.each([undefined, 120_000])(
  'any other is looked at first, and one of somebody else stays off (made %s ms ago)',
  (ago) =>
    withLab(async (lab) => {
      expect({ looked: await start(lab, ago), on: isOn(lab) }).toEqual({ looked: true, on: false })
    }),
)
