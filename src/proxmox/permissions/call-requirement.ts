import { findMethod } from '../method.ts'
import type { ApiCall, Circumstances } from './call.ts'
import { free, privilege, type Requirement } from './requirement.ts'
import { schemaRequirement } from './schema-requirement.ts'
import { type Setting, vmKeysRequirement } from './vm-keys.ts'

type Ask = (call: ApiCall, circumstances: Circumstances) => Requirement

/** What methods ask beyond what their schema says. */
const asks: Readonly<Record<string, Ask>> = {
  'POST /nodes/{node}/qemu': create,
  'POST /nodes/{node}/qemu/{vmid}/config': change,
  'PUT /nodes/{node}/qemu/{vmid}/config': change,
  'POST /nodes/{node}/qemu/{vmid}/clone': onStorages('Datastore.AllocateSpace'),
  'POST /nodes/{node}/qemu/{vmid}/move_disk': onStorages('Datastore.AllocateSpace'),
  'PUT /nodes/{node}/qemu/{vmid}/resize': onStorages('Datastore.AllocateSpace'),
  'POST /nodes/{node}/vzdump': onStorages('Datastore.AllocateSpace'),
  'POST /cluster/backup': onStorages('Datastore.Allocate'),
  'DELETE /nodes/{node}/storage/{storage}/content/{volume}': onStorages('Datastore.Allocate'),
}

/** What a call asks of whoever makes it. */
export function callRequirement(call: ApiCall, circumstances: Circumstances): Requirement {
  const method = findMethod(circumstances.release, call.verb, call.path)
  if (method === undefined) {
    throw new Error(`Proxmox ${circumstances.release} has no method ${call.verb} ${call.path}`)
  }
  const own = asks[`${call.verb} ${call.path}`]?.(call, circumstances) ?? free
  return { all: [throughPools(schemaRequirement(method.allow, call.parameters), circumstances), own] }
}

/** Rights on a pool are rights on the VMs in it. */
function throughPools(requirement: Requirement, circumstances: Circumstances): Requirement {
  const inside = (part: Requirement) => throughPools(part, circumstances)
  if ('all' in requirement) return { all: requirement.all.map(inside) }
  if ('any' in requirement) return { any: requirement.any.map(inside) }
  const vmid = /^\/vms\/(\d+)$/.exec(requirement.path)?.[1]
  const pool = vmid === undefined ? undefined : circumstances.poolOf(Number(vmid))
  return pool === undefined ? requirement : { any: [privilege(requirement.privilege, `/pool/${pool}`), requirement] }
}

function create(call: ApiCall, circumstances: Circumstances): Requirement {
  const { start, storage, 'ha-managed': managed } = call.parameters
  const setting = settingOf('create', call, circumstances)
  return {
    all: [
      setting.onVm('VM.Allocate'),
      // Release 8 starts what it made without asking again.
      start && circumstances.release === '9' ? setting.onVm('VM.PowerMgmt') : free,
      managed ? privilege('Sys.Console', '/') : free,
      storage === undefined ? free : privilege('Datastore.AllocateSpace', `/storage/${storage}`),
      vmKeysRequirement(keysOf(call), setting),
    ],
  }
}

function change(call: ApiCall, circumstances: Circumstances): Requirement {
  return vmKeysRequirement(keysOf(call), settingOf('config', call, circumstances))
}

function settingOf(call: Setting['call'], { parameters }: ApiCall, circumstances: Circumstances): Setting {
  const { vmid } = parameters
  const path = vmid === undefined ? '/vms' : `/vms/${vmid}`
  const made = call === 'create' ? parameters.pool : undefined
  const pool = made === undefined ? circumstances.poolOf(Number(vmid)) : String(made)
  const paths = [...(pool === undefined ? [] : [`/pool/${pool}`]), path]
  const onVm = (...names: readonly string[]): Requirement => ({
    any: paths.flatMap((at) => names.map((name) => privilege(name, at))),
  })
  return { ...circumstances, call, path, onVm }
}

const OF_THE_CALL = ['node', 'vmid', 'pool', 'start', 'storage', 'ha-managed', 'delete', 'digest']

/** The keys of a VM that a call sets. */
function keysOf({ parameters }: ApiCall): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([key, value]) =>
      value === undefined || OF_THE_CALL.includes(key) ? [] : [[key, String(value)]],
    ),
  )
}

/** The storage that a call names, or else those of the disks that it works on. */
function onStorages(name: string): Ask {
  return ({ parameters: { storage }, storages = [] }) => ({
    all: (storage === undefined ? storages : [storage]).map((each) => privilege(name, `/storage/${each}`)),
  })
}
