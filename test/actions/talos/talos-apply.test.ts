import { Code, ConnectError } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { talosApply } from '../../../src/actions/talos/talos-apply.ts'
import type { NodeState } from '../../../src/talos/api/probe.ts'
import { MachineService } from '../../../src/talos/gen/machine/machine_pb.ts'
import { resolved, smallCluster } from '../../resolve/resolved.ts'
import { leapingClock } from '../../sim/leaping-clock.ts'
import { memoryNode } from '../../talos/memory-node.ts'
import { toolsWith } from '../tools.ts'

const desired = await resolved(smallCluster)
const [machine] = desired.machines
const address = machine?.nics[0].addresses[0]?.address ?? ''
const FOUND = 'found a moment ago'
const NOW = 'shown now'

/** Gives the machine its config; it takes one only from who knows this certificate. Tells what it was asked. */
async function give({ found, state, shows }: { found: boolean; state: NodeState; shows: string }) {
  const asked: string[] = []
  const waiting = (fingerprint: string) =>
    memoryNode(address, (router) =>
      router.service(MachineService, {
        applyConfiguration() {
          asked.push(`config for ${fingerprint}`)
          if (fingerprint !== shows) throw new ConnectError('another certificate', Code.Unavailable)
          return { messages: [{}] }
        },
      }),
    )
  const close = () => undefined
  const unused = () => {
    throw new Error('not needed to send a config')
  }
  const tools = toolsWith({
    desired,
    clock: leapingClock(),
    unconfigured: new Map(found ? [[address, FOUND]] : []),
    talos: async () => ({
      probe: unused,
      showsOurs: unused,
      cluster: unused,
      identify: async () => {
        asked.push('what it is')
        return state
      },
      maintenance: (_, fingerprint) => ({ node: waiting(fingerprint), close }),
      close,
    }),
  })
  const telling = { progress: () => undefined, signal: new AbortController().signal }
  const home = { ...tools.home, machineConfig: async () => 'version: v1alpha1' }
  await talosApply.run({ machine: machine?.name ?? '' }, { ...tools, home }, telling)
  return { asked, left: [...tools.unconfigured] }
}

test('a machine that was just found waiting for a config gets it without being asked again', async () => {
  expect(await give({ found: true, state: { kind: 'maintenance', fingerprint: NOW }, shows: FOUND })).toEqual({
    asked: [`config for ${FOUND}`],
    left: [],
  })
})

test('where that does not come off, it is looked at anew: another machine, or one that has its config by now', async () => {
  const other = await give({ found: true, state: { kind: 'maintenance', fingerprint: NOW }, shows: NOW })
  expect(other.asked).toEqual([`config for ${FOUND}`, 'what it is', `config for ${NOW}`])
  const configured = await give({ found: true, state: { kind: 'ours', version: 'v1.13.9' }, shows: NOW })
  expect(configured.asked).toEqual([`config for ${FOUND}`, 'what it is'])
})

test('one that nobody has found is looked at first', async () => {
  const { asked } = await give({ found: false, state: { kind: 'maintenance', fingerprint: NOW }, shows: NOW })
  expect(asked).toEqual(['what it is', `config for ${NOW}`])
})
