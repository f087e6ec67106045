import { parse } from 'yaml'
import { kindOfType } from '../../../../sim/talos/cosi/kinds.ts'
import { readResources } from '../../../../sim/talos/cosi/read.ts'
import type { Node } from '../../../../sim/talos/node.ts'
import type { Comparison } from './compare.ts'
import type { RecordedResource } from './recordings.ts'
import { distinct, type Shape, shapeOf } from './shape.ts'

/** Compares the resources of one name: who keeps them and where, which there are, and what they are made of. */
export function compareResources(
  name: string,
  genuine: readonly RecordedResource[],
  node: Node,
): readonly Comparison[] {
  const [first] = genuine
  if (first === undefined) return []
  const kind = kindOfType(first.metadata.type)
  const simulated = kind === undefined ? [] : readResources(node, kind)
  const shapes = distinct(genuine.map(({ spec }) => shapeOf(spec)))
  const own = distinct(simulated.map(({ yaml }) => shapeOf(parse(yaml))))
  const { namespace } = first.metadata
  return [
    {
      name: `resources: who keeps ${name}`,
      genuine: { namespace, owners: inOrder(genuine.map(({ metadata }) => metadata.owner)) },
      simulated: { namespace: kind?.definition.namespace, owners: inOrder(simulated.map(({ owner }) => owner)) },
    },
    {
      name: `resources: which ${name} there are`,
      genuine: genuine.map(({ metadata }) => plainId(metadata.id)).sort(),
      simulated: simulated.map(({ id }) => plainId(id)).sort(),
    },
    // A machine may have several kinds of links or volumes, of which a simulated one has only some.
    {
      name: `resources: what ${name} are made of`,
      genuine: shapes,
      simulated: own.length > 0 && isPart(own, shapes) ? shapes : own,
    },
  ]
}

const inOrder = (owners: readonly (string | undefined)[]): readonly string[] =>
  [...new Set(owners.map((owner) => owner ?? ''))].sort()

/** An id without what comes of a hardware address or of chance. */
const plainId = (id: string): string =>
  id.replace(/fe80::[0-9a-f]+:[0-9a-f:]+/, 'fe80::CARD').replace(/^[\w-]{42,44}$/, 'MACHINE')

function isPart(part: readonly Shape[], whole: readonly Shape[]): boolean {
  const texts = whole.map((shape) => JSON.stringify(shape))
  return part.every((shape) => texts.includes(JSON.stringify(shape)))
}
