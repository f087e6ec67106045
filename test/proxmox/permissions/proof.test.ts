import { describe, expect, test } from 'vitest'
import { type Need, needsFor, type Wish, wishesOf } from '../../../src/proxmox/permissions/needs.ts'
import type { ProductCall } from '../../../src/proxmox/permissions/product-calls.ts'
import { grantKey, isMet } from '../../../src/proxmox/permissions/requirement.ts'
import { rolesOf } from '../../../src/proxmox/permissions/roles.ts'
import type { Desired } from '../../../src/resolve/desired.ts'
import { type Running, withWorld } from '../../sim/harness.ts'
import { give, OPEN_TEMPLATE, perform, STRANGER, without } from './caller.ts'
import { example, worldFor } from './world-for.ts'

const TOKEN = 'talmox@pve!test'
const ROOT = 'root@pam!main'
/** Every example on the new release; on the old one, those in which the releases can differ. */
const cases = [
  ...['homelab', 'gpu-and-cilium', 'role-templates'].map((name) => ['8.4', '8', name] as const),
  ...['homelab', 'single-node', 'arm64', 'capacity', 'cloned-template-gpu', 'dual-stack', 'gpu-and-cilium'].map(
    (name) => ['9.2', '9', name] as const,
  ),
  ...['role-templates', 'vm-hardware'].map((name) => ['9.2', '9', name] as const),
  // With its old images removed, too.
  ['9.2', '9', 'homelab', 'prune'] as const,
]

/** What Proxmox lets others than root do at all, without the second and further templates of one number. */
function feasible(wishes: readonly Wish[]): readonly Wish[] {
  const made = new Set<string>()
  return wishes.filter(({ call, requirement }) => {
    const isTemplate = call.why === 'make templates'
    const key = `${call.verb} ${call.path} ${call.parameters.vmid}`
    if (!isMet(requirement, () => true) || (isTemplate && made.has(key))) return false
    made.add(key)
    return true
  })
}

/** What the cluster file expects to be there already. */
async function furnish(running: Running, { machines }: Desired): Promise<void> {
  const { data, sim } = running
  const host = sim.world.hosts[0]?.name ?? ''
  const as = ROOT
  for (const mapping of new Set(machines.flatMap(({ vm }) => vm.pci.flatMap((device) => device.mapping ?? [])))) {
    sim.world.mappings.pci[mapping] = { map: [`id=10de:2c05,iommugroup=1,node=${host},path=0000:01:00.0`] }
  }
  const [open] = machines.filter(({ image: { source } }) => source.mode === 'template' && source.vmid === undefined)
  if (open !== undefined) {
    const disk = { [`${open.vm.disk.bus}0`]: `${open.storage.templates}:4` }
    await data('POST', `/nodes/${host}/qemu`, { as, form: { vmid: String(OPEN_TEMPLATE), ...disk } })
    await done(running, { verb: 'POST', path: '/nodes/{node}/qemu/{vmid}/template', parameters: {}, why: '' })
  }
  for (const { image, storage } of machines) {
    const volume = image.source.mode === 'iso' ? image.source.volume : undefined
    if (volume === undefined) continue
    const name = volume.slice(storage.images.length + 1)
    for (const { name: node } of sim.world.hosts) {
      sim.world.volumes.push({
        storage: storage.images,
        node,
        name,
        content: 'iso',
        format: 'iso',
        sizeBytes: 1e8,
        usedBytes: 1e8,
        ctime: 0,
      })
    }
  }
  // Somebody else's, in no pool.
  await data('POST', `/nodes/${host}/qemu`, { as, form: { vmid: String(STRANGER) } })
}

async function done(running: Running, call: ProductCall): Promise<void> {
  for (;;) {
    const end = await perform(running, call, ROOT)
    if (end === 'done') return
    if (!/lock|VM is locked/.test(end)) throw new Error(`${call.verb} ${call.path}: ${end}`)
  }
}

/** Ends that come after the question of rights: guests without a system inside do not listen, protected ones stay. */
const DEAF = /got timeout|guest agent is not running|not running|already running|protection mode enabled/

describe('the computed rights are enough for everything, and each is needed', () => {
  test.each(cases)('on Proxmox %s (%s), %s %s', async (...[flavour, release, name, more]) => {
    const desired = await example(`${name}.yaml`)
    const wishes = feasible(wishesOf(desired, { release, prune: more === 'prune' }))
    const needs = needsFor(wishes)
    await withWorld(
      async (running) => {
        await furnish(running, desired)
        await give(running, rolesOf(desired.name, needs), ['talmox@pve', 'test'])
        const refused = new Set<string>()
        for (const stage of stages(wishes)) {
          if (stage.some(({ call }) => call.why.startsWith('change'))) await loseCloudInit(running, desired)
          for (const need of needs) await holdWithout(running, need, needs, stage, refused)
          for (const { call } of stage) {
            const end = await perform(running, call, TOKEN)
            expect(
              end === 'done' || DEAF.test(end),
              `${call.verb} ${call.path} ${JSON.stringify(call.parameters)}: ${end}`,
            ).toBe(true)
          }
        }
        expect([...refused].sort()).toEqual(needs.map(grantKey).sort())
      },
      worldFor(desired, flavour),
    )
  })
})

/** Somebody takes the cloud-init drives away, so that there is something to mend. */
async function loseCloudInit(running: Running, { machines }: Desired): Promise<void> {
  for (const { vmid } of machines) {
    const config = running.sim.world.vms.find((vm) => vm.vmid === vmid)?.config ?? {}
    const drive = Object.keys(config).find((key) => /cloudinit/.test(config[key] ?? ''))
    if (drive === undefined) continue
    const parameters = { vmid, delete: drive }
    await done(running, { verb: 'PUT', path: '/nodes/{node}/qemu/{vmid}/config', parameters, why: '' })
  }
}

/** Without a right, every call that asks for it is refused, and nothing has happened. */
async function holdWithout(
  running: Running,
  need: Need,
  needs: readonly Need[],
  stage: readonly Wish[],
  refused: Set<string>,
): Promise<void> {
  const left = new Set(needs.map(grantKey).filter((key) => key !== grantKey(need)))
  const has = ({ privilege, path }: { privilege: string; path: string }) =>
    left.has(grantKey({ privilege, path: path.replace(/^\/vms\/\d+$/, '/vms') }))
  const undone = stage.filter(({ requirement }) => !isMet(requirement, has))
  // One machine is like the other.
  const [wish] = undone
  if (wish === undefined) return
  await without(running, need, async () => {
    const end = await perform(running, wish.call, TOKEN)
    expect(['refused', 'unseen'], `without ${grantKey(need)}, ${wish.call.verb} ${wish.call.path}: ${end}`).toContain(
      end,
    )
    refused.add(grantKey(need))
  })
}

/** The calls in an order in which each finds what it needs: a thing is made before it is looked at. */
function stages(wishes: readonly Wish[]): readonly (readonly Wish[])[] {
  const order = [
    'see how much room the hosts have',
    'see how much room the storages have',
    'let hosts download Talos images',
    'see which images are there',
    'make the resource pool',
    'make templates',
    'make machines',
    'see the machines of the cluster',
    'change the hardware of machines',
    'start, stop and restart machines',
    'learn addresses from the guest agent',
    'remove old Talos images',
    'remove machines',
  ]
  expect(wishes.filter(({ call }) => !order.includes(call.why))).toEqual([])
  return order.map((why) => wishes.filter(({ call }) => call.why === why))
}
