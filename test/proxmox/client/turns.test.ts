import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from '../../../src/proxmox/client/turns.ts'

/** Sends calls, each of which ends when it is told to, and tells which are under way. */
function office() {
  const inTurn = createTurns()
  const underWay: { readonly path: string; readonly end: () => void }[] = []
  const send = (path: string) => inTurn(path, () => new Promise<void>((end) => void underWay.push({ path, end })))
  const about = (text: string) => underWay.filter(({ path }) => path.includes(text)).length
  return { send, underWay, about }
}

test('one host is not asked more than eight things at once, however many there are', async () => {
  const { send, underWay, about } = office()
  const all = Array.from({ length: 20 }, (_, at) => send(`/nodes/pve1/qemu/${at}/config`))
  const other = send('/nodes/pve2/qemu/99/config?current=1')
  await setImmediate()
  expect([about('/pve1/'), about('/pve2/')]).toEqual([8, 1])
  for (let ended = 0; ended < 21; ended++) {
    underWay.shift()?.end()
    await setImmediate()
    expect(about('/pve1/')).toBeLessThanOrEqual(8)
  }
  await Promise.all([...all, other])
})

test('many hosts are asked side by side, up to as many calls as connections are worth', async () => {
  const { send, underWay } = office()
  const all = Array.from({ length: 100 }, (_, at) => send(`/nodes/pve${at % 10}/status`))
  await setImmediate()
  expect(underWay).toHaveLength(32)
  while (underWay.length > 0) {
    underWay.shift()?.end()
    await setImmediate()
  }
  await Promise.all(all)
})

test('what is about no host has a turn of its own', async () => {
  const { send, underWay } = office()
  const busy = Array.from({ length: 9 }, () => send('/nodes/pve1/status'))
  const version = send('/version')
  await setImmediate()
  expect(underWay.map(({ path }) => path).filter((path) => path === '/version')).toHaveLength(1)
  while (underWay.length > 0) {
    underWay.shift()?.end()
    await setImmediate()
  }
  await Promise.all([...busy, version])
})
