import { promisify } from 'node:util'
import { constants, gunzip } from 'node:zlib'
import { MachineService } from '../gen/machine/machine_pb.ts'
import { collect } from './collect.ts'
import type { StreamOptions, TalosNode } from './node.ts'
import { fileFromTar } from './tar.ts'

const LARGEST = 4 * 1024 * 1024

/** Asks a control plane for an administrator's kubeconfig, as text. */
export async function fetchKubeconfig(node: TalosNode, options?: StreamOptions): Promise<string> {
  const packed = await collect(node.stream(MachineService.method.kubeconfig, {}, options), 'the kubeconfig', LARGEST)
  const archive = await promisify(gunzip)(packed, { maxOutputLength: LARGEST, finishFlush: constants.Z_SYNC_FLUSH })
  const file = fileFromTar(archive, 'kubeconfig')
  if (file === undefined) throw new Error(`${node.address} sent an archive without a kubeconfig`)
  return file.toString('utf8')
}
