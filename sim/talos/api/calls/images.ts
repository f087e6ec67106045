import { createHash } from 'node:crypto'
import { timestampFromMs } from '@bufbuild/protobuf/wkt'
import type { ServiceImpl } from '@connectrpc/connect'
import {
  type ImageService,
  ImageServicePullLayerProgress_Status as Status,
} from '../../../../src/talos/gen/machine/lifecycle_pb.ts'
import type { MachineService } from '../../../../src/talos/gen/machine/machine_pb.ts'
import { fetchedImages } from '../../images.ts'
import type { Node } from '../../node.ts'
import { pullImage } from '../../registry.ts'
import { requireSince } from '../require-since.ts'
import { targetOf } from '../target.ts'

const IMAGE_BYTES = 100_000_000n

/** Fetching and listing images, since 1.13. */
export const imageCalls: ServiceImpl<typeof ImageService> = {
  async *list(_, context) {
    const node = targetOf(context)
    requireSince(node, 'machine.ImageService')
    yield* listed(node)
  },
  async *pull({ imageRef }, context) {
    const node = targetOf(context)
    requireSince(node, 'machine.ImageService')
    yield layer(Status.DOWNLOADING, 0n)
    await pullImage(node, imageRef, context.signal)
    yield layer(Status.EXTRACT_COMPLETE, IMAGE_BYTES)
    yield { response: { case: 'name', value: imageRef } }
  },
}

/** The same, as it was up to 1.12. */
export const oldImageCalls: Pick<ServiceImpl<typeof MachineService>, 'imageList' | 'imagePull'> = {
  async *imageList(_, context) {
    yield* listed(targetOf(context))
  },
  async imagePull({ reference }, context) {
    await pullImage(targetOf(context), reference, context.signal)
    return { messages: [{}] }
  },
}

const listed = (node: Node) =>
  fetchedImages(node).map((name) => ({
    name,
    digest: `sha256:${createHash('sha256').update(name).digest('hex')}`,
    size: IMAGE_BYTES,
    createdAt: timestampFromMs(Math.floor(node.state.bootedAt)),
  }))

const layer = (status: Status, offset: bigint) => ({
  response: {
    case: 'pullProgress' as const,
    value: { layerId: 'layer-0', progress: { status, offset, total: IMAGE_BYTES } },
  },
})
