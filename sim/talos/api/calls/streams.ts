import { Code, ConnectError, type HandlerContext, type ServiceImpl } from '@connectrpc/connect'
import { ContainerDriver } from '../../../../src/talos/gen/common_pb.ts'
import type { MachineService } from '../../../../src/talos/gen/machine/machine_pb.ts'
import { readFile } from '../../files.ts'
import { packedKubeconfig } from '../../kubernetes/packed-kubeconfig.ts'
import { kernelLog, serviceLog } from '../../logs.ts'
import type { Node } from '../../node.ts'
import { changesOf } from '../changes.ts'
import { controlPlane, targetOf } from '../target.ts'

type StreamCalls = Pick<ServiceImpl<typeof MachineService>, 'logs' | 'dmesg' | 'read' | 'kubeconfig' | 'logsContainers'>

/** What comes as a stream of bytes. */
export const streams: StreamCalls = {
  async *logs({ id, driver, follow, tailLines }, context) {
    const node = targetOf(context)
    const lines = () => (driver === ContainerDriver.CONTAINERD ? serviceLog(node, id) : undefined)
    if (lines() === undefined) throw new ConnectError(`log "${id}" was not registered`, Code.Unknown)
    yield* text(node, () => lines() ?? [], { follow, tail: tailLines }, context)
  },
  async *dmesg({ follow, tail }, context) {
    const node = targetOf(context)
    yield* text(node, () => kernelLog(node), { follow, tail: tail ? 0 : -1 }, context)
  },
  async *read({ path }, context) {
    const content = readFile(targetOf(context), path)
    if (content === undefined) throw new ConnectError(`stat ${path}: no such file or directory`, Code.NotFound)
    yield { bytes: Buffer.from(content) }
  },
  async *kubeconfig(_, context) {
    yield { bytes: await packedKubeconfig(controlPlane(context, 'kubeconfig')) }
  },
  logsContainers: (_, context) => ({ messages: [{ ids: Object.keys(targetOf(context).state.services).sort() }] }),
}

/** Lines that are there, and on demand those that come. */
async function* text(
  node: Node,
  lines: () => readonly string[],
  { follow, tail }: { readonly follow: boolean; readonly tail: number },
  { signal }: HandlerContext,
) {
  let told = tail < 0 ? 0 : Math.max(0, lines().length - tail)
  for await (const _ of changesOf(node, signal)) {
    const fresh = lines().slice(told)
    told += fresh.length
    for (const line of fresh) yield { bytes: Buffer.from(`${line}\n`) }
    if (!follow) return
  }
}
