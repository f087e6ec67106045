import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultRule } from '../../sim/faults/rule.ts'
import { pictureOf } from './picture.ts'
import { openStage, type Stage } from './stage.ts'

test('a cluster is destroyed also where it would not fit any more, and then comes up anew with its secrets', async () => {
  const stage = await openStage({ example: 'single-node' })
  const { faults, world } = stage.running
  try {
    expect((await stage.talmox('up', '--yes')).code).toBe(0)
    faults.add(faultRule.parse({ when: { method: 'DELETE' }, do: { 'fill-storage': 'local-lvm' } }))
    const { code, stdout, stderr } = await stage.talmox('destroy', '--yes')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('solo is gone; its secrets stay in')
    faults.remove()
    world.volumes = world.volumes.filter(({ name }) => !name.startsWith('backup/somebody-else'))
    const anew = await stage.talmox('up', '--yes')
    expect({ code: anew.code, stderr: anew.stderr }).toEqual({ code: 0, stderr: '' })
    expect(anew.stdout).toContain('solo is up')
  } finally {
    stage.close()
  }
})

describe('a cluster that is destroyed with everything that belongs to it', () => {
  const everything = ['destroy', '--images', '--secrets'] as const
  let stage: Stage
  let start: object
  beforeAll(async () => {
    stage = await openStage({ example: 'single-node', prune: true })
    start = pictureOf(stage.running, { images: true })
    expect((await stage.talmox('up', '--yes')).code).toBe(0)
  })
  afterAll(() => stage.close())
  const home = () => readdirSync(path.join(stage.folder, '.talmox', 'solo')).sort()

  test('the name alone is not enough to be typed', async () => {
    const { code, stdout } = await stage.asked('solo', ...everything)
    expect(code).toBe(1)
    expect(stdout).toContain('delete the secrets of solo')
    expect(stdout).toContain('nothing was done')
    expect(home()).toEqual(['cluster.json', 'journal.jsonl', 'secrets.yaml'])
  })

  test('nothing is left but the journal', async () => {
    const { code, stdout, stderr } = await stage.asked('solo and its secrets', ...everything)
    expect(code).toBe(0)
    expect(stderr).toMatch(/^Type solo and its secrets to go on: .*\n$/)
    expect(stdout).toContain('solo is gone, and its secrets with it\n')
    expect(pictureOf(stage.running, { images: true })).toEqual(start)
    expect(home()).toEqual(['journal.jsonl'])
    expect(existsSync(path.join(stage.folder, 'talos'))).toBe(false)
  })

  test('a second run has nothing to do, and the next cluster has other secrets', async () => {
    const again = await stage.talmox(...everything, '--yes')
    expect(again.stdout).toBe('solo: nothing to do.\n')
    expect((await stage.talmox('up', '--yes')).code).toBe(0)
    expect(home()).toEqual(['cluster.json', 'journal.jsonl', 'secrets.yaml'])
  })
})

test('secrets stay while a machine answers that Proxmox does not show', async () => {
  const stage = await openStage({ example: 'single-node' })
  try {
    expect((await stage.talmox('up', '--yes')).code).toBe(0)
    const { world } = stage.running
    // As for a token without rights on the machine, which Proxmox leaves out of every list.
    const vms = world.vms.splice(0)
    const { code, stderr } = await stage.talmox('destroy', '--yes', '--secrets')
    world.vms.push(...vms)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('still answers at') })
    expect(existsSync(path.join(stage.folder, '.talmox', 'solo', 'secrets.yaml'))).toBe(true)
  } finally {
    stage.close()
  }
})

test('images that another cluster or a VM of somebody needs stay, and it is said', async () => {
  const stage = await openStage({ example: 'single-node', prune: true })
  try {
    expect((await stage.talmox('up', '--yes')).code).toBe(0)
    const { world } = stage.running
    const [own] = world.vms
    if (own === undefined) throw new Error('there is no machine')
    const description = own.config.description?.replace('cluster: solo', 'cluster: other') ?? ''
    world.vms.push({ ...structuredClone(own), vmid: 900, config: { name: 'other-cp-1', description } })
    const { code, stdout } = await stage.talmox('destroy', '--yes', '--images')
    expect(code).toBe(0)
    expect(stdout).toMatch(/warning: \S+:import\/talos-\S+ on \S+: it stays, since it is needed by the cluster other\n/)
    expect(world.volumes.filter(({ name }) => name.startsWith('import/talos-'))).toHaveLength(1)
  } finally {
    stage.close()
  }
})

test('without the right to remove images nothing is destroyed, and it is said what is missing', async () => {
  const stage = await openStage({ example: 'single-node' })
  try {
    expect((await stage.talmox('up', '--yes')).code).toBe(0)
    const { code, stderr } = await stage.talmox('destroy', '--yes', '--images')
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining('talmox role --prune') })
    expect(stage.running.world.vms).toHaveLength(1)
  } finally {
    stage.close()
  }
})
