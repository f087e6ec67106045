import type { AclEntry } from '../../sim/world/access.ts'
import { TOKEN_ID, TOKEN_USER } from '../../sim/world/cluster/world-for.ts'
import type { World } from '../../sim/world/world.ts'
import { needsOf } from '../../src/proxmox/permissions/needs.ts'
import { rolesOf } from '../../src/proxmox/permissions/roles.ts'
import type { Desired } from '../../src/resolve/desired.ts'

/** Leaves the token of a world what `talmox role --script` gives it for a cluster file, as the script does; `--prune`, too. */
export function giveLeastRights({ access, hosts, flavour }: World, desired: Desired, prune = false): void {
  const release = flavour === '8.4' ? '8' : '9'
  const needs = needsOf(desired, { release, hosts: hosts.map(({ name }) => name), prune })
  const roles = rolesOf(desired.name, needs)
  const own = new Set(roles.map(({ name }) => name))
  for (const { userid, tokens } of access.users) for (const token of tokens) token.privsep ||= userid === TOKEN_USER
  access.acl = access.acl.filter(({ ugid, roleid }) => !(ugid === TOKEN_USER && roleid === 'Administrator'))
  access.roles = [
    ...access.roles.filter(({ roleid }) => !own.has(roleid)),
    ...roles.map(({ name, privileges }) => ({ roleid: name, privs: [...privileges] })),
  ]
  const entries = roles.flatMap(({ name: roleid, entries }) =>
    entries.flatMap(({ path, propagate }): AclEntry[] => [
      { path, propagate, roleid, ugid: TOKEN_USER, type: 'user' },
      { path, propagate, roleid, ugid: TOKEN_ID, type: 'token' },
    ]),
  )
  const keyOf = ({ path, roleid, ugid }: AclEntry) => `${path} ${roleid} ${ugid}`
  const given = new Set(entries.map(keyOf))
  access.acl = [...access.acl.filter((entry) => !given.has(keyOf(entry))), ...entries]
}
