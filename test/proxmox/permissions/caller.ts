import type { ProductCall } from '../../../src/proxmox/permissions/product-calls.ts'
import { type Grant, grantsIn } from '../../../src/proxmox/permissions/requirement.ts'
import type { Role } from '../../../src/proxmox/permissions/roles.ts'
import type { Running } from '../../sim/harness.ts'

/** How a call ended: done, refused for want of a right (at once or in its task), not to be seen, or failed otherwise. */
export type End = 'done' | 'refused' | 'unseen' | string

/** The template of those who name none by number. */
export const OPEN_TEMPLATE = 900

/** A VM of somebody else. */
export const STRANGER = 9999

/** Makes calls of the product on a simulated Proxmox, as somebody. */
export async function perform({ ask, data, sim }: Running, call: ProductCall, as: string): Promise<End> {
  const { vmid = OPEN_TEMPLATE, ...rest } = call.parameters
  const home = sim.world.vms.find((vm) => vm.vmid === vmid)?.node
  const node = home ?? rest.node ?? sim.world.hosts[0]?.name
  const values: Record<string, unknown> = { ...rest, ...(call.path.includes('qemu') ? { vmid } : {}), node }
  const path = call.path.replace(/\{(.+?)\}/g, (_, name: string) => {
    const value = String(values[name])
    delete values[name]
    return encodeURIComponent(value)
  })
  delete values.node
  const form = Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, typeof value === 'boolean' ? String(Number(value)) : String(value)]],
    ),
  )
  const inQuery = call.verb === 'GET' || call.verb === 'DELETE'
  const query = inQuery && Object.keys(form).length > 0 ? `?${new URLSearchParams(form)}` : ''
  const answer = await ask(call.verb, path + query, inQuery ? { as } : { as, form })
  if (answer.status === 403) return 'refused'
  if (answer.status !== 200) return `${answer.status} ${answer.reason} ${answer.text}`
  const result: unknown = JSON.parse(answer.text).data
  if (call.sees !== undefined) return isSeen(call.sees, result) ? 'done' : 'unseen'
  if (typeof result !== 'string' || !result.startsWith('UPID:')) return 'done'
  return await taskEnd(data, result, as)
}

async function taskEnd(data: Running['data'], upid: string, as: string): Promise<End> {
  const path = `/nodes/${upid.split(':')[1]}/tasks/${encodeURIComponent(upid)}/status`
  for (;;) {
    const status = await data('GET', path, { as })
    if (!isTask(status)) throw new Error(`not the state of a task: ${JSON.stringify(status)}`)
    if (status.status !== 'stopped') continue
    const { exitstatus } = status
    if (/^(OK|WARNINGS)/.test(exitstatus)) return 'done'
    return /Permission check failed/.test(exitstatus) ? 'refused' : `task: ${exitstatus}`
  }
}

function isTask(value: unknown): value is { readonly status: string; readonly exitstatus: string } {
  return typeof value === 'object' && value !== null && 'status' in value
}

/** Whether the list of resources shows the host with its numbers, the storage, the pool, or a VM of somebody else. */
function isSeen(sees: NonNullable<ProductCall['sees']>, rows: unknown): boolean {
  return grantsIn(sees).every(({ path }) => {
    const [, kind = '', name] = path.split('/')
    if (!Array.isArray(rows)) return false
    if (kind === 'vms') return rows.some((row) => row.type === 'qemu' && row.vmid === STRANGER)
    if (kind === 'pool') return rows.some((row) => row.type === 'pool' && row.pool === name)
    const type = kind === 'storage' ? 'storage' : 'node'
    return rows.some((row) => row.type === type && row[type] === name && row.maxdisk > 0)
  })
}

/** Gives a user and its token exactly what a list of roles says, and takes everything else away. */
export async function give({ data }: Running, roles: readonly Role[], [user, token]: readonly [string, string]) {
  const as = { as: 'root@pam!main' }
  for (const { name, privileges, entries } of roles) {
    await data('POST', '/access/roles', { ...as, form: { roleid: name, privs: privileges.join(' ') } })
    for (const { path, propagate } of entries) {
      const form = { path, roles: name, propagate: propagate ? '1' : '0' }
      await data('PUT', '/access/acl', { ...as, form: { ...form, users: user } })
      await data('PUT', '/access/acl', { ...as, form: { ...form, tokens: `${user}!${token}` } })
    }
  }
}

/** Takes one privilege on one path away from the token and its user. */
export function takeAway({ sim }: Running, { privilege, path }: Grant): void {
  const { access } = sim.world
  const roleid = access.acl.find((entry) => entry.path === path && entry.ugid === 'talmox@pve')?.roleid
  const role = access.roles.find((each) => each.roleid === roleid)
  if (role === undefined) throw new Error(`nobody has a role on ${path}`)
  const less = `${role.roleid}-without-${privilege}`
  access.roles.push({ ...role, roleid: less, privs: role.privs.filter((each) => each !== privilege) })
  access.acl = access.acl.map((entry) =>
    entry.path === path && entry.ugid.startsWith('talmox@pve') ? { ...entry, roleid: less } : entry,
  )
}

/** Runs while one privilege on one path is missing. */
export async function without(running: Running, grant: Grant, run: () => Promise<void>): Promise<void> {
  const { access } = running.sim.world
  const before = structuredClone({ acl: access.acl, roles: access.roles })
  takeAway(running, grant)
  try {
    await run()
  } finally {
    Object.assign(access, before)
  }
}
