import { expect } from 'vitest'
import { drivesOf, isCdrom } from '../../sim/proxmox/api/qemu/drive/drive.ts'
import { numbered, shortLife } from './short-life.ts'
import type { Edit, Stage } from './stage.ts'

/** Machines that get their configs in another way than by the API. */
const delivered =
  (settings: Readonly<Record<string, unknown>>): Edit =>
  (file) => {
    for (const [key, value] of Object.entries(settings)) file.setIn(['talos', key], value)
  }

/** Nobody sends the first configs; the change afterwards, which is the third run, is sent. Nothing is restarted. */
const sentLater = (): ((stage: Stage) => void) => {
  let runs = 0
  return ({ watch }) => {
    runs += 1
    if (runs !== 1 && runs !== 3) return
    const { talos, proxmox } = watch.calls()
    expect(talos.some((call) => call.startsWith('ApplyConfiguration'))).toBe(runs === 3)
    expect(proxmox.filter((call) => call.includes('/status/') && call.startsWith('POST')).length).toBe(
      runs === 1 ? 1 : 0,
    )
  }
}

const withoutTrace = ({ running: { world } }: Stage): void => {
  expect(world.volumes.filter(({ name, cidata }) => name.includes('cidata') || cidata !== undefined)).toEqual([])
  for (const { config, pending } of world.vms) {
    expect({ ...config, ...pending }.smbios1).toMatch(/^uuid=[0-9a-f-]{36}$/)
    const media = drivesOf({ ...config, ...pending }).filter(([, drive]) => isCdrom(drive))
    expect(media.filter(([, { file }]) => file.includes('talmox-cidata'))).toEqual([])
  }
}

const changes = [
  {
    title: 'a change of its config goes by the API',
    edit: delivered({ sysctls: { 'net.core.somaxconn': '4096' } }),
  },
  {
    title: 'one control plane becomes three, and each finds its config when its turn comes',
    edit: (file) => file.setIn(['controlPlane', 'count'], '3'),
    controlPlanes: numbered('solo-cp-', 3),
  },
] satisfies readonly { title: string; edit: Edit; controlPlanes?: readonly string[] }[]

const solo = { example: 'single-node', controlPlanes: numbered('solo-cp-', 1), workers: [], changes } as const

const byCd = sentLater()
shortLife({
  ...solo,
  name: 'a cluster whose machines find their configs on CDs',
  edit: delivered({ delivery: 'cidata' }),
  // The storage is looked through for CDs that a run left behind.
  callsBesides: 1,
  holds(stage) {
    byCd(stage)
    withoutTrace(stage)
  },
})

const byAddress = sentLater()
shortLife({
  ...solo,
  name: 'a cluster whose machines fetch their configs',
  edit: delivered({ delivery: 'smbios', configServer: { address: '192.168.1.5' } }),
  holds(stage) {
    byAddress(stage)
    withoutTrace(stage)
  },
})
