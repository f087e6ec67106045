import { driveVolume, systemDisk } from '../disk.ts'
import { findLinks } from '../network/links.ts'
import { later, type Node } from '../node.ts'
import { startSequence } from '../sequence/run.ts'

/** The kernel runs: Talos finds its hardware and its disk, and begins. */
export function bootKernel(node: Node): void {
  const { state, talos } = node
  state.network.links = findLinks(state.hardware, state.image?.platform ?? '')
  const systemDrive = findSystemDrive(node)
  if (systemDrive !== undefined) state.systemDrive = systemDrive
  if (isLeftInDrive(node)) return
  state.nodeId = systemDisk(node)?.state?.nodeId ?? state.nodeId
  startSequence(node, 'initialize')
  later(node, 'network', talos.timing.network)
}

/** From a CD, Talos does not go on when it finds itself on a disk: it says so on the console, and stays there. */
const isLeftInDrive = ({ state }: Node): boolean => state.image?.kind === 'iso' && state.systemDrive !== undefined

// Talos recognises its own partitions wherever it was booted from.
function findSystemDrive(node: Node): string | undefined {
  const disks = node.state.hardware.disks.filter(({ isCdrom }) => !isCdrom)
  return disks.find(({ key }) => driveVolume(node, key)?.installation !== undefined)?.key
}
