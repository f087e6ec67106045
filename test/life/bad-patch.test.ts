import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clusterOf } from './picture.ts'
import { openStage, type Stage } from './stage.ts'

const wrong = 'machine:\n  sysctls:\n    a: b\n  sysctl:\n    c: d\n'
const right = 'machine:\n  sysctls:\n    vm.max_map_count: "262144"\n'
const said = /^patch\.yaml:4:3 error talos\.patches\[0\]: Talos knows no sysctl here\./m

let stage: Stage
const write = (text: string) => writeFileSync(path.join(stage.folder, 'patch.yaml'), text)
beforeAll(async () => {
  stage = await openStage({ example: 'single-node' })
  stage.edit((file) => file.setIn(['talos', 'patches'], file.createNode(['patch.yaml'])))
})
afterAll(() => stage.close())

test('a patch that Talos would refuse is shown before anything is made', async () => {
  write(wrong)
  for (const command of [['plan'], ['up', '--yes']]) {
    const { code, stderr } = await stage.talmox(...command)
    expect(code).toBe(4)
    expect(stderr).toMatch(said)
  }
  expect(stage.running.world.vms).toEqual([])
})

test('nothing is made of a patch that gives a machine another name', async () => {
  write('apiVersion: v1alpha1\nkind: HostnameConfig\nauto: off\nhostname: web\n')
  const { code, stderr } = await stage.talmox('up', '--yes')
  expect(code).toBe(4)
  expect(stderr).toMatch(/^patch\.yaml:4:11 error .* solo-cp-1 would be called web,/m)
  expect(stage.running.world.vms).toEqual([])
})

test('a running cluster stays as it is, and tells why', async () => {
  write(right)
  expect((await stage.talmox('up', '--yes')).code).toBe(0)
  write(wrong)
  for (const command of [['up', '--yes'], ['status']]) {
    const { code, stderr } = await stage.talmox(...command)
    expect(code).toBe(4)
    expect(stderr).toMatch(said)
  }
  expect(clusterOf(stage.running).ready).toEqual(['solo-cp-1'])
})

test('and it can be destroyed nevertheless', async () => {
  stage.watch.letGo()
  expect((await stage.talmox('destroy', '--yes')).code).toBe(0)
  expect(stage.running.world.vms).toEqual([])
})
