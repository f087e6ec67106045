import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect'
import type { LifecycleService } from '../../../../src/talos/gen/machine/lifecycle_pb.ts'
import { wait } from '../../../world/clock.ts'
import type { TalosImage } from '../../../world/talos-image.ts'
import { writeInstallation } from '../../boot/install.ts'
import { writeUpgrade } from '../../boot/upgrade.ts'
import { systemDisk } from '../../disk.ts'
import { disksOf } from '../../hardware/disks.ts'
import { fetchedImages } from '../../images.ts'
import { installerImage } from '../../installer-image.ts'
import type { Node } from '../../node.ts'
import { requireSince } from '../require-since.ts'
import { targetOf } from '../target.ts'

/** Writing Talos to a disk, since 1.13: to an empty one, or beside what runs. Neither boots it. */
export const lifecycleCalls: ServiceImpl<typeof LifecycleService> = {
  async *install({ source, destination }, context) {
    const node = startInstaller(targetOf(context))
    if (systemDisk(node) !== undefined) throw new ConnectError('machine is already installed', Code.AlreadyExists)
    const reference = requireName(source?.imageName)
    const drive = requireDisk(node, destination?.disk ?? '')
    yield* runInstaller(node, requirePulled(node, reference), context.signal, (image) =>
      writeInstallation(node, drive, image),
    )
  },
  async *upgrade({ source }, context) {
    const node = startInstaller(targetOf(context))
    if (systemDisk(node) === undefined) throw new ConnectError('machine is not installed', Code.FailedPrecondition)
    const image = requirePulled(node, requireName(source?.imageName))
    yield* runInstaller(node, image, context.signal, () => writeUpgrade(node, image))
  },
}

function startInstaller(node: Node): Node {
  requireSince(node, 'machine.LifecycleService')
  if (!node.state.isInstalling) return node
  throw new ConnectError('another installation/upgrade is already in progress', Code.FailedPrecondition)
}

async function* runInstaller(node: Node, image: TalosImage, signal: AbortSignal, write: (image: TalosImage) => void) {
  node.state.isInstalling = true
  try {
    yield said(`running Talos installer ${image.version}`)
    await wait(node.talos.clock, node.talos.timing.install, signal)
    write(image)
    yield said('installation of the new version complete')
    yield { progress: { response: { case: 'exitCode' as const, value: 0 } } }
  } finally {
    node.state.isInstalling = false
  }
}

const said = (value: string) => ({ progress: { response: { case: 'message' as const, value } } })

function requireName(name: string | undefined): string {
  if (name !== undefined && name !== '') return name
  throw new ConnectError('installer image name is required', Code.InvalidArgument)
}

function requireDisk(node: Node, path: string): string {
  if (path === '') throw new ConnectError('destination disk is required', Code.InvalidArgument)
  const disk = disksOf(node).find(({ devPath }) => devPath === path)
  if (disk !== undefined) return disk.drive
  throw new ConnectError(`invalid disk path: lstat ${path}: no such file or directory`, Code.InvalidArgument)
}

/** What is to be written; it must have been fetched before. */
function requirePulled(node: Node, reference: string): TalosImage {
  const image = fetchedImages(node).includes(reference) ? installerImage(node, reference) : undefined
  if (image === undefined) throw new ConnectError(`image "${reference}": not found`, Code.NotFound)
  return image
}
