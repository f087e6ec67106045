import type { TalosNode } from '../../talos/api/node.ts'
import { knownAddress } from '../address.ts'
import type { Tools } from '../tools.ts'

/** The control planes of the file as machines to call. */
export async function controlPlaneNodes(tools: Tools): Promise<readonly (TalosNode & { readonly name: string })[]> {
  const machines = tools.desired.machines.filter(({ role }) => role === 'controlplane')
  const addresses = await Promise.all(machines.map((machine) => knownAddress(tools, machine)))
  const cluster = (await tools.talos()).cluster(addresses)
  return machines.map(({ name }, index) => ({ ...cluster.node(addresses[index] ?? ''), name }))
}

/** A machine of the cluster by its address, called through the control planes. */
export async function nodeAt(tools: Tools, address: string): Promise<TalosNode> {
  const nodes = await controlPlaneNodes(tools)
  return (await tools.talos()).cluster(nodes.map((node) => node.address)).node(address)
}
