import { allowNull, allowOffsets } from './json-schema/editor-values.ts'
import { nameParts } from './json-schema/name-parts.ts'
import { type Node, rewrite, writtenOut } from './json-schema/written-out.ts'
import { machineKubernetesShape } from './schema/kubernetes.ts'
import { settingsShape, shortcutShape } from './schema/machine.ts'
import { machineNetworkShape } from './schema/network.ts'
import { machineTalosShape } from './schema/talos.ts'

/** The cluster file as a JSON Schema, for editors and other programs. */
export function clusterJsonSchema(): Node {
  const { root, parts } = nameParts(rewrite(allowNull(allowOffsets(writtenOut()), isLayered), finish))
  const { $schema, ...rest } = root
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://talmox.dev/schema/v1alpha1/cluster.schema.json',
    title: 'talmox cluster',
    description: 'A Talos Linux Kubernetes cluster on Proxmox VE, as talmox builds and keeps it.',
    ...rest,
    $defs: Object.fromEntries(parts),
  }
}

function finish({ derived, kind: _, ...node }: Node): Node {
  if (typeof derived !== 'string') return node
  return { ...node, description: `${node.description} Default: ${derived}.` }
}

const overrides: ReadonlySet<string> = new Set(Object.keys({ ...settingsShape, ...shortcutShape }))
const globalSettings: Readonly<Record<string, object>> = {
  talos: machineTalosShape,
  kubernetes: machineKubernetesShape,
  network: machineNetworkShape,
}

/** Whether a key belongs to a layer: what is below it can also be said by wider layers. */
function isLayered(path: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = path
  if (path.length === 1) return first === 'vm' || first === 'image'
  if (path.length === 2) {
    if (first === 'controlPlane') return overrides.has(second)
    return second in (globalSettings[first] ?? {}) || (first === 'proxmox' && second === 'storage')
  }
  if (first === 'proxmox') return path.length === 4 && second === 'hosts' && path[3] === 'storage'
  return path.length === 3 && ['roles', 'workers', 'nodes'].includes(first) && overrides.has(third)
}
