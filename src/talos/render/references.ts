import type { Desired, Machine } from '../../resolve/desired.ts'

/** What a reference may look at. */
export interface ReferenceContext {
  readonly desired: Desired
  readonly machine: Machine
  readonly endpoint: string
  /** The machine's first address, once it is known. */
  readonly address: string | undefined
}

interface Reference {
  /** One line for the docs. */
  readonly about: string
  /** Its text; nothing while it is not known. */
  readonly of: (context: ReferenceContext) => string | undefined
}

/** What `${…}` in a patch can stand for. */
export const references: Readonly<Record<string, Reference>> = {
  'node.name': { about: 'name of the machine', of: ({ machine }) => machine.name },
  'node.role': { about: '`controlplane` or `worker`', of: ({ machine }) => machine.role },
  'node.pool': { about: 'pool of the machine', of: ({ machine }) => machine.pool },
  'node.index': { about: 'position within its pool, from 1', of: ({ machine }) => String(machine.index) },
  'node.address': {
    about: 'its first address, which DHCP may still have to give',
    of: ({ address }) => address,
  },
  'node.mac': {
    about: 'MAC address of its first NIC, lower case',
    of: ({ machine }) => machine.nics[0].mac.toLowerCase(),
  },
  'node.host': { about: 'Proxmox host that carries it, where one is known', of: ({ machine }) => machine.host },
  'node.vmid': { about: 'its VMID', of: ({ machine }) => String(machine.vmid) },
  'node.uuid': { about: 'its SMBIOS UUID', of: ({ machine }) => machine.uuid },
  'cluster.name': { about: 'name of the cluster', of: ({ desired }) => desired.name },
  'cluster.endpoint': { about: 'address of the Kubernetes API', of: ({ endpoint }) => endpoint },
  'cluster.vip': { about: 'the first virtual address', of: ({ desired }) => desired.network.vips[0] },
  'cluster.gateway': { about: 'the first gateway', of: ({ desired }) => desired.network.networks[0]?.gateway },
  'cluster.talos': { about: 'Talos version', of: ({ desired }) => desired.talos.version },
  'cluster.kubernetes': { about: 'Kubernetes version', of: ({ desired }) => desired.kubernetes.version },
}

/** A text with its references filled in, and what was wrong with them. */
export interface Filled {
  readonly text: string
  readonly faults: readonly string[]
}

const pattern = /\$?\$\{([^{}\n]*)\}/g

/** Whether a text has a reference in it. */
export const hasReference = (text: string): boolean =>
  [...text.matchAll(pattern)].some(([written]) => !written.startsWith('$$'))

/** Fills in the references of a text; a `$` more in front makes it plain text. */
export function fillIn(text: string, context: ReferenceContext): Filled {
  const faults: string[] = []
  const filled = text.replace(pattern, (written, name: string) => {
    if (written.startsWith('$$')) return written.slice(1)
    const reference = Object.hasOwn(references, name.trim()) ? references[name.trim()] : undefined
    const value = reference?.of(context)
    if (value !== undefined) return value
    faults.push(
      reference === undefined
        ? `there is no reference ${written}`
        : `${written} is not known for ${context.machine.name}: ${reference.about}`,
    )
    return written
  })
  return { text: filled, faults }
}
