import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect'
import {
  type ImageService,
  type LifecycleService,
  ImageServicePullLayerProgress_Status as Status,
} from '../../../../src/talos/gen/machine/lifecycle_pb.ts'
import { wait } from '../../../world/clock.ts'
import { writeUpgrade } from '../../boot/upgrade.ts'
import { ephemeral, systemDisk } from '../../disk.ts'
import { installerImage } from '../../installer-image.ts'
import type { Node } from '../../node.ts'
import { pullImage } from '../../registry.ts'
import { isAtLeast } from '../../version.ts'
import { targetOf } from '../target.ts'

/** Writing another Talos beside the running one, since 1.13. */
export const lifecycleCalls: ServiceImpl<typeof LifecycleService> = {
  async *upgrade({ source }, context) {
    const node = targetOf(context)
    requireSince(node, 'machine.LifecycleService')
    const image = upgradeImage(node, source?.imageName ?? '')
    node.state.isInstalling = true
    try {
      yield said(`running Talos installer ${image.version}`)
      await wait(node.talos.clock, node.talos.timing.install, context.signal)
      writeUpgrade(node, image)
      yield said('installation of the new version complete')
      yield { progress: { response: { case: 'exitCode', value: 0 } } }
    } finally {
      node.state.isInstalling = false
    }
  },
}

const said = (value: string) => ({ progress: { response: { case: 'message' as const, value } } })

/** What is to be written; it must have been fetched before. */
function upgradeImage(node: Node, reference: string) {
  if (systemDisk(node) === undefined) throw new ConnectError('machine is not installed', Code.FailedPrecondition)
  if (node.state.isInstalling) {
    throw new ConnectError('another installation/upgrade is already in progress', Code.FailedPrecondition)
  }
  const image = ephemeral(node).images?.includes(reference) === true ? installerImage(node, reference) : undefined
  if (image === undefined) throw new ConnectError(`image "${reference}": not found`, Code.NotFound)
  return image
}

/** Fetching images, since 1.13. */
export const imageCalls: ServiceImpl<typeof ImageService> = {
  async *pull({ imageRef }, context) {
    const node = targetOf(context)
    requireSince(node, 'machine.ImageService')
    yield layer(Status.DOWNLOADING, 0n)
    await pullImage(node, imageRef, context.signal)
    yield layer(Status.EXTRACT_COMPLETE, LAYER_BYTES)
    yield { response: { case: 'name', value: imageRef } }
  },
}

const LAYER_BYTES = 100_000_000n

const layer = (status: Status, offset: bigint) => ({
  response: {
    case: 'pullProgress' as const,
    value: { layerId: 'layer-0', progress: { status, offset, total: LAYER_BYTES } },
  },
})

function requireSince(node: Node, service: string): void {
  if (!isAtLeast(node, '1.13')) throw new ConnectError(`unknown service ${service}`, Code.Unimplemented)
}
