import type { World } from '../../../world/world.ts'
import { died } from '../../failure.ts'

/** A resource's name in its parts. */
export interface ResourceId {
  /** The full name, such as `vm:100`. */
  readonly sid: string
  readonly type: string
  readonly name: string
}

const KINDS = { qemu: 'vm', lxc: 'ct' } as const

/** Reads a resource's name; the bare number of a guest is enough. */
export function parseResourceId(world: World, text: string): ResourceId {
  if (/^\d+$/.test(text)) {
    const guest = world.vms.find((vm) => vm.vmid === Number(text))
    if (guest === undefined) throw died(`unable to detect SID from VMID - VM/CT ${text} does not exist`)
    const type = KINDS[guest.kind]
    return { sid: `${type}:${text}`, type, name: text }
  }
  const [, type, name] = /^(\S+):(\S+)$/.exec(text) ?? []
  if (type === undefined || name === undefined) throw died(`unable to parse service id '${text}'`)
  return { sid: text, type, name }
}

/** Refuses a resource that is no guest of the cluster, or another kind of guest. */
export function requireGuest(world: World, { sid, type, name }: ResourceId): void {
  if (type !== 'vm' && type !== 'ct') throw died(`unknown section type '${type}'`)
  if (!/^[1-9]\d+$/.test(name)) throw died('invalid VMID')
  const guest = world.vms.find((vm) => vm.vmid === Number(name))
  if (guest === undefined) throw died(`resource '${sid}' does not exist in cluster`)
  if (KINDS[guest.kind] !== type) {
    throw died(`resource '${sid}' - guest with ID ${name} is not a ${type === 'vm' ? 'VM' : 'CT'}`)
  }
}
