import { expect, onTestFinished, test } from 'vitest'
import { faultRule } from '../../sim/faults/rule.ts'
import { pictureOf } from './picture.ts'
import { type Beginning, openStage, type Stage } from './stage.ts'

const PATIENT = { timeout: 300_000 }

async function staged(talos: Readonly<Record<string, unknown>>, more: Partial<Beginning> = {}): Promise<Stage> {
  const edit: Beginning['edit'] = (file) => {
    for (const [key, value] of Object.entries(talos)) file.setIn(['talos', key], value)
  }
  const stage = await openStage({ example: 'single-node', edit, ...more })
  onTestFinished(stage.close)
  return stage
}

const cdsOf = ({ running: { world } }: Stage) => world.volumes.filter(({ name }) => name.includes('talmox-cidata'))
const driveOf = ({ running: { world } }: Stage) => world.vms[0]?.config.ide0

test(
  'a CD that could not be deleted is deleted by the next run, which knows it from the storage alone',
  PATIENT,
  async () => {
    const stage = await staged({ delivery: 'cidata' })
    const fault = { when: { method: 'DELETE', path: '/nodes/*/storage/*/content/**', nth: 1 }, do: { status: 400 } }
    stage.running.faults.add(faultRule.parse(fault))
    expect((await stage.talmox('up', '--yes')).code).toBe(1)
    expect({ drive: driveOf(stage), cds: cdsOf(stage).length }).toEqual({ drive: 'none,media=cdrom', cds: 1 })
    expect((await stage.talmox('up', '--yes')).code).toBe(0)
    expect(cdsOf(stage)).toEqual([])
  },
)

test('a cluster that is destroyed half-way leaves no CD', PATIENT, async () => {
  const stage = await staged({ delivery: 'cidata' })
  const start = pictureOf(stage.running)
  stage.running.faults.add(faultRule.parse({ when: { path: '/nodes/*/qemu/*/status/start' }, do: { status: 400 } }))
  expect((await stage.talmox('up', '--yes')).code).toBe(1)
  expect({ drive: driveOf(stage), cds: cdsOf(stage).length }).toMatchObject({
    drive: expect.stringContaining('talmox-cidata'),
    cds: 1,
  })
  expect((await stage.talmox('destroy', '--yes')).code).toBe(0)
  expect(pictureOf(stage.running)).toEqual(start)
})

test(
  'a machine that does not take the config from its CD is sent it by the next run, and the CD goes',
  PATIENT,
  async () => {
    const stage = await staged({ delivery: 'cidata' })
    const { hooks } = stage.running.sim
    // Somebody puts another CD in its place, on which there is no config.
    hooks.before.push(({ path }) => {
      if (path.endsWith('/status/start')) for (const cd of cdsOf(stage)) delete cd.cidata?.['user-data']
    })
    const { code, stderr } = await stage.talmox('up', '--yes')
    expect(code).toBe(1)
    expect(stderr).toContain('solo-cp-1 waits for a config, and did not take the one on its CD')
    const again = await stage.talmox('up', '--yes')
    expect({ code: again.code, cds: cdsOf(stage), drive: driveOf(stage) }).toEqual({
      code: 0,
      cds: [],
      drive: 'none,media=cdrom',
    })
  },
)

test('a machine that cannot fetch its config is said to, with what it lacks', PATIENT, async () => {
  const stage = await staged(
    { delivery: 'smbios', configServer: { address: '192.168.1.5' } },
    { world: (written) => ({ ...written, dhcp: {} }) },
  )
  const { code, stderr } = await stage.talmox('up', '--yes')
  expect(code).toBe(1)
  expect(stderr).toContain(
    'it has not fetched its config from 192.168.1.5 port 8480; it needs an address by DHCP and a way there',
  )
})

test('an ISO install finds its config on the CD beside it, and both are taken out', PATIENT, async () => {
  const stage = await staged(
    { delivery: 'cidata' },
    {
      edit: (file) => {
        file.setIn(['talos', 'delivery'], 'cidata')
        file.setIn(['image'], { mode: 'iso' })
      },
    },
  )
  expect((await stage.talmox('up', '--yes')).code).toBe(0)
  const [vm] = stage.running.world.vms
  expect({ cds: cdsOf(stage), ide0: vm?.config.ide0, ide2: vm?.config.ide2, boot: vm?.config.boot }).toEqual({
    cds: [],
    ide0: 'none,media=cdrom',
    ide2: 'none,media=cdrom',
    boot: 'order=scsi0;ide2;net0',
  })
  expect((await stage.talmox('up', '--yes')).stdout).toContain('nothing to do')
})
