import { Code, ConnectError } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { bootstrapOnce } from '../../../src/talos/api/bootstrap-once.ts'
import { MachineService } from '../../../src/talos/gen/machine/machine_pb.ts'
import { memoryNode } from '../memory-node.ts'

/** Control planes with etcd in these states, and a list of those that were told to begin. */
function controlPlanes(...states: readonly (string | undefined)[]) {
  const begun: string[] = []
  const nodes = states.map((state, index) => {
    const address = `10.0.0.${index + 1}`
    return memoryNode(address, (router) => {
      router.service(MachineService, {
        serviceList() {
          if (state === undefined) throw new ConnectError('connection refused', Code.Unavailable)
          return { messages: [{ services: [{ id: 'etcd', state }] }] }
        },
        bootstrap() {
          begun.push(address)
          return { messages: [{}] }
        },
      })
    })
  })
  return { nodes, begun }
}

test('where etcd waits everywhere it is begun on the chosen machine only', async () => {
  const { nodes, begun } = controlPlanes('Preparing', 'Preparing', 'Waiting')
  expect(await bootstrapOnce(nodes, '10.0.0.2')).toBe('started')
  expect(begun).toEqual(['10.0.0.2'])
})

test.each(['Running', 'Starting', 'Stopping'])(
  'where etcd is %s on another machine nothing is begun',
  async (state) => {
    const { nodes, begun } = controlPlanes('Preparing', 'Preparing', state)
    expect(await bootstrapOnce(nodes, '10.0.0.1')).toBe('already')
    expect(begun).toEqual([])
  },
)

test('while one control plane cannot be asked nothing is begun', async () => {
  const { nodes, begun } = controlPlanes('Preparing', undefined, 'Preparing')
  await expect(bootstrapOnce(nodes, '10.0.0.1')).rejects.toMatchObject({
    code: 'talos-unavailable',
    message: expect.stringContaining('cannot tell whether etcd already runs'),
  })
  expect(begun).toEqual([])
})
