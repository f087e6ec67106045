import type { TalosNode } from '../../talos/api/node.ts'
import { knownAddresses } from '../address.ts'
import type { Tools } from '../tools.ts'

/** The control planes of the file as machines to call, as far as their addresses are known. */
export async function controlPlaneNodes(tools: Tools): Promise<readonly (TalosNode & { readonly name: string })[]> {
  const machines = tools.desired.machines.filter(({ role }) => role === 'controlplane')
  const known = await knownAddresses(tools, machines)
  const cluster = (await tools.talos()).cluster(known.map(({ address }) => address))
  return known.map(({ machine, address }) => ({ ...cluster.node(address), name: machine.name }))
}

/** A machine of the cluster by its address, called through the control planes. */
export async function nodeAt(tools: Tools, address: string): Promise<TalosNode> {
  const nodes = await controlPlaneNodes(tools)
  return (await tools.talos()).cluster(nodes.map((node) => node.address)).node(address)
}
