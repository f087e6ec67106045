import { expect, onTestFinished, test } from 'vitest'
import { kubernetesTools } from '../../src/run/kubernetes-tools.ts'
import { realDial } from '../../src/world/dial.ts'
import { silentLog } from '../../src/world/log.ts'
import { createRedaction } from '../../src/world/redaction.ts'
import { serveOnLoopback } from '../sim/kubernetes/loopback.ts'

const HOUR = 60 * 60_000

test('whoever looks for longer than a certificate lasts gets another one', async () => {
  const cluster = await serveOnLoopback()
  onTestFinished(() => cluster.close())
  let ago = 25 * HOUR
  let opened = 0
  const tools = kubernetesTools(
    {
      secrets: async () => cluster.bundle,
      addresses: async () => {
        opened++
        return ['127.0.0.1']
      },
      manifests: () => [],
      now: () => Date.now() - ago,
    },
    {
      clock: cluster.api.clock,
      dial: (host, _, signal) => realDial(host, cluster.port, signal),
      log: silentLog,
      redaction: createRedaction(),
      random: () => 0,
    },
  )
  onTestFinished(() => tools.close())
  // Made a day and an hour ago, its certificate is over by now.
  await expect(tools.nodes()).rejects.toThrow()
  ago = 14 * HOUR
  await expect(tools.nodes()).rejects.toThrow()
  expect(opened).toBe(1)
  ago = 12 * HOUR
  expect(await tools.nodes()).toEqual([])
  ago = HOUR
  expect(await tools.nodes()).toEqual([])
  expect(opened).toBe(2)
})
