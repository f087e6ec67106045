import { UserError } from '../../user-error.ts'
import { ContainerDriver, ContainerdNamespace } from '../gen/common_pb.ts'
import { ImageService, LifecycleService } from '../gen/machine/lifecycle_pb.ts'
import { MachineService } from '../gen/machine/machine_pb.ts'
import { single } from './answer.ts'
import type { CallOptions, StreamOptions, TalosNode } from './node.ts'
import type { ActorId } from './power.ts'

// Where a machine keeps images of its own, also over reboots.
const SYSTEM_IMAGES = { driver: ContainerDriver.CRI, namespace: ContainerdNamespace.NS_SYSTEM }
const QUIET_MS = 10 * 60_000

/** How Talos up to 1.12 is upgraded. */
export interface LegacyUpgradeOptions extends CallOptions {
  /** Install on the next boot, for machines whose disk cannot be let go while they run. */
  readonly stage?: boolean
  /** Do not check the health of etcd first. */
  readonly force?: boolean
}

/** Upgrades a machine up to Talos 1.12: it checks etcd, drains itself, installs and reboots, all by itself. */
export async function upgradeLegacy(
  node: TalosNode,
  image: string,
  options: LegacyUpgradeOptions = {},
): Promise<ActorId> {
  const { stage = false, force = false } = options
  const request = { image, stage, force }
  // Older machines pull the image within the call.
  const answer = await node.unary(MachineService.method.upgrade, request, { deadlineMs: 30 * 60_000, ...options })
  return single(answer, 'Upgrade').actorId
}

/** Fetches an image to a machine (since 1.13) and tells the name it has there. */
export async function pullImage(node: TalosNode, image: string, options: StreamOptions = {}): Promise<string> {
  const request = { containerd: SYSTEM_IMAGES, imageRef: image }
  let name = image
  for await (const { response } of node.stream(ImageService.method.pull, request, {
    silenceMs: QUIET_MS,
    ...options,
  })) {
    if (response.case === 'name') name = response.value
  }
  return name
}

/** Writes a fetched installer beside the running Talos (since 1.13); no quorum check, no drain, no reboot. */
export async function installUpgrade(
  node: TalosNode,
  image: string,
  onProgress: (line: string) => void,
  options: StreamOptions = {},
): Promise<void> {
  const request = { containerd: SYSTEM_IMAGES, source: { imageName: image } }
  const stream = node.stream(LifecycleService.method.upgrade, request, { silenceMs: QUIET_MS, ...options })
  let exitCode: number | undefined
  for await (const { progress } of stream) {
    if (progress?.response.case === 'message') onProgress(node.mask(progress.response.value))
    if (progress?.response.case === 'exitCode') exitCode = progress.response.value
  }
  if (exitCode === 0) return
  throw new UserError('talos-upgrade', `the installer ${image} failed on ${node.address}: ${exitWords(exitCode)}`, {
    hint: 'the machine still runs the old version; its installer said why in the lines before',
  })
}

const exitWords = (code: number | undefined): string =>
  code === undefined ? 'it ended without a result' : `it ended with ${code}`
