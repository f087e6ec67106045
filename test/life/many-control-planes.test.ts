import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readTalosContext } from '../../src/talos/talosconfig.ts'
import { clusterOf } from './picture.ts'
import { numbered } from './short-life.ts'
import { openStage } from './stage.ts'

test('seven control planes become three in one run that also changes their config, and etcd never loses its quorum', async () => {
  const stage = await openStage({
    example: 'single-node',
    edit: (file) => {
      file.setIn(['controlPlane', 'count'], '7')
      file.setIn(['controlPlane', 'memory'], '4GiB')
    },
  })
  const up = async () => {
    const { code, stdout, stderr } = await stage.talmox('up', '--yes')
    expect({ code, said: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, said: '' })
    expect(stage.watch.wrongs()).toEqual([])
  }
  try {
    await up()
    stage.edit((file) => {
      file.setIn(['controlPlane', 'count'], '3')
      file.setIn(['controlPlane', 'patches'], file.createNode([{ machine: { udev: { rules: ['KERNEL=="nbd*"'] } } }]))
    })
    await up()
    const { members, ready, vms } = clusterOf(stage.running)
    const three = numbered('solo-cp-', 3)
    expect({ members, ready, vms: vms.length }).toEqual({ members: three, ready: three, vms: 3 })
    const talosconfig = readFileSync(path.join(stage.folder, 'talos', 'talosconfig'), 'utf8')
    const addresses = ['192.168.1.10', '192.168.1.11', '192.168.1.12']
    expect(readTalosContext(talosconfig, 'solo')).toMatchObject({ endpoints: addresses, nodes: addresses })
  } finally {
    stage.close()
  }
})
