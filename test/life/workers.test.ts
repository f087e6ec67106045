import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endRun } from '../../sim/proxmox/api/qemu/status/run.ts'
import { clusterOf } from './picture.ts'
import { openStage, type Stage } from './stage.ts'

/** A pod that must not go, on the last worker. */
const WEB = `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: web, namespace: default }
spec: { minAvailable: 1, selector: { matchLabels: { app: web } } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: default }
spec:
  replicas: 1
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      nodeSelector: { kubernetes.io/hostname: homelab-general-4 }
      containers: [{ name: web, image: registry.example.com/web:1 }]
`

interface Event {
  readonly type: string
  readonly id?: string
}

/** How many of these actions were under way at once. */
function mostAtOnce(stdout: string, kind: string): number {
  const running = new Set<string>()
  let most = 0
  for (const line of stdout.trimEnd().split('\n')) {
    const { type, id = '' }: Event = JSON.parse(line)
    if (!id.startsWith(`${kind}/`)) continue
    if (type === 'started') running.add(id)
    if (type === 'ended') running.delete(id)
    most = Math.max(most, running.size)
  }
  return most
}

describe('the workers of a cluster', { timeout: 600_000 }, () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage({
      example: 'homelab',
      edit: (file) => {
        file.setIn(['ha'], 'false')
        file.setIn(['controlPlane', 'count'], '1')
        file.setIn(['workers', 'general', 'count'], '4')
      },
    })
  }, 600_000)
  afterAll(() => stage.close())

  const udev = (rule: string) =>
    stage.edit((file) =>
      file.setIn(['workers', 'general', 'patches'], file.createNode([{ machine: { udev: { rules: [rule] } } }])),
    )
  const workers = (count: number) => stage.edit((file) => file.setIn(['workers', 'general', 'count'], String(count)))
  const names = () => clusterOf(stage.running).ready

  test('a plan that was kept is carried out to the end, and only once', async () => {
    expect((await stage.talmox('plan', '--out', 'next.plan')).code).toBe(0)
    const { code, stdout, stderr } = await stage.talmox('up', 'next.plan')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('homelab is up')
    expect(names()).toHaveLength(5)
    const again = await stage.talmox('up', 'next.plan')
    expect({ code: again.code, stderr: again.stderr }).toEqual({
      code: 4,
      stderr: expect.stringContaining('the plan no longer holds; changed since:'),
    })
  })

  test('they reboot for a config one by one, or as many at once as is allowed', async () => {
    const reboots = async (rule: string, ...flags: readonly string[]) => {
      udev(rule)
      const { code, stdout } = await stage.talmox('up', '--yes', '--json', ...flags)
      expect(code).toBe(0)
      expect(names()).toHaveLength(5)
      return mostAtOnce(stdout, 'talos.config')
    }
    expect(await reboots('KERNEL=="nbd0"')).toBe(1)
    expect(await reboots('KERNEL=="nbd1"', '--max-parallel', '3')).toBe(3)
    expect(await reboots('KERNEL=="nbd2"', '--max-parallel', '50%')).toBe(2)
    expect((await stage.talmox('up', '--yes', '--max-parallel', 'half')).stderr).toContain(
      '--max-parallel must be a number or a percentage, not "half"',
    )
  })

  test('what only a later look finds is asked for again, and not done where nobody can be asked', async () => {
    const [vm] = stage.running.world.vms.filter(({ vmid }) => vmid === 3000)
    if (vm === undefined) throw new Error('there is no VM 3000')
    endRun(stage.running, vm)
    stage.edit((file) => file.setIn(['workers', 'general', 'labels', 'rack'], 'a1'))
    const plan = (await stage.talmox('plan', '--out', 'wake.plan')).stdout
    expect(plan).toContain('start homelab-general-1 (it is switched off)')
    expect(plan).not.toContain('change the config of homelab-general-1')
    const alone = await stage.talmox('up', 'wake.plan')
    expect({ code: alone.code, stderr: alone.stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('this was not in the plan, and nobody can be asked whether to go on'),
    })
    expect(alone.stdout).toContain('\nOnly now it turned out that this has to be done too:\n')
    expect(alone.stdout).toContain('~ change the config of homelab-general-1 (its config differs from the file)')
    // Nobody has waited for the machine: how far it has come by now is a matter of time.
    expect(clusterOf(stage.running).nodes).toHaveLength(5)

    endRun(stage.running, vm)
    stage.edit((file) => file.setIn(['workers', 'general', 'labels', 'rack'], 'a2'))
    const asked = await stage.asked('yes', 'up')
    expect({ code: asked.code, questions: asked.stderr.match(/Go on\?/g) }).toEqual({
      code: 0,
      questions: ['Go on?', 'Go on?'],
    })
    expect(names()).toHaveLength(5)
    expect(await stage.asked('no', 'up')).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to do') })
  })

  test('nothing of a protected cluster is removed until protection is off', async () => {
    stage.edit((file) => file.setIn(['protection'], 'true'))
    workers(3)
    const down = await stage.talmox('up', '--yes')
    expect(down.code).toBe(4)
    expect(down.stderr).toContain('homelab-general-4 is not in the file any more, and `protection` is on')
    const gone = await stage.talmox('destroy', '--yes')
    expect(gone.code).toBe(4)
    expect(gone.stderr).toContain('`protection` is on in the file')
    expect(names()).toHaveLength(5)
    stage.edit((file) => file.setIn(['protection'], 'false'))
  })

  const BUDGET = 'The disruption budget web needs 1 healthy pods and has 1 currently'

  test('a budget keeps its pod from a reboot, which the next run makes up for', async () => {
    workers(4)
    stage.edit((file) => file.setIn(['kubernetes', 'manifests'], file.createNode([{ name: 'web', inline: WEB }])))
    expect((await stage.talmox('up', '--yes')).code).toBe(0)
    udev('KERNEL=="nbd3"')
    const held = await stage.talmox('up', '--yes')
    expect(held.code).toBe(1)
    expect(held.stderr).toMatch(/could not change the config of homelab-general-4: .*default\/web-/)
    expect(held.stderr).toContain(BUDGET)
    const { stdout } = await stage.talmox('plan')
    expect(stdout).toContain('~ change the config of homelab-general-4')
  })

  test('a budget keeps its pod from leaving, and the run says which one held it up', async () => {
    workers(3)
    const held = await stage.talmox('up', '--yes')
    expect(held.code).toBe(1)
    expect(held.stderr).toMatch(/could not move what runs on it elsewhere: homelab-general-4: .*default\/web-/)
    expect(held.stderr).toContain(BUDGET)
    expect(names()).toHaveLength(5)
  })

  test('once the budget is gone, the machine goes too', async () => {
    stage.edit((file) => file.deleteIn(['kubernetes', 'manifests']))
    const { code, stderr } = await stage.talmox('up', '--yes')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(names()).toEqual(['homelab-cp-1', 'homelab-general-1', 'homelab-general-2', 'homelab-general-3'])
    expect(stage.watch.wrongs()).toEqual([])
  })

  test('destroying asks for the name of the cluster, and keeps images and secrets', async () => {
    const wrong = await stage.asked('yes', 'destroy')
    expect({ code: wrong.code, stderr: wrong.stderr }).toEqual({
      code: 1,
      stderr: 'Type homelab to go on: yes\n',
    })
    stage.watch.letGo()
    const { code, stdout } = await stage.asked('homelab', 'destroy')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('homelab is gone; its secrets stay') })
    const { vms, volumes } = stage.running.world
    expect(vms).toEqual([])
    expect(volumes.map(({ name }) => name.split('/')[0])).toEqual(['import', 'import', 'import'])
  })
})
