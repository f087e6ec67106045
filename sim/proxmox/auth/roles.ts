import { privileges } from '../../../src/proxmox/format-checks/privileges.ts'
import type { Release } from '../../../src/proxmox/tables/types.ts'
import type { World } from '../../world/world.ts'
import { releases } from '../release.ts'

/** Who a privilege is meant for; each kind of role takes its own and all that follow. */
type Level = 'root' | 'admin' | 'user' | 'audit'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const guestPrivileges: Readonly<Record<Release, Readonly<Partial<Record<Level, readonly string[]>>>>> = {
  8: { admin: words('VM.Monitor'), user: [], audit: [] },
  9: {
    admin: words('VM.GuestAgent.Unrestricted VM.Replicate'),
    user: words('VM.GuestAgent.FileRead VM.GuestAgent.FileSystemMgmt VM.GuestAgent.FileWrite'),
    audit: words('VM.GuestAgent.Audit'),
  },
}

/** The privileges of each area by level, from which the built-in roles are made. */
function areas(release: Release): Readonly<Record<string, Readonly<Partial<Record<Level, readonly string[]>>>>> {
  const guest = guestPrivileges[release]
  return {
    VM: {
      admin: [
        ...words(`VM.Config.Disk VM.Config.CPU VM.Config.Memory VM.Config.Network VM.Config.HWType VM.Config.Options
          VM.Allocate VM.Clone VM.Migrate VM.Snapshot VM.Snapshot.Rollback`),
        ...(guest.admin ?? []),
      ],
      user: [...words('VM.Config.CDROM VM.Config.Cloudinit VM.Console VM.Backup VM.PowerMgmt'), ...(guest.user ?? [])],
      audit: ['VM.Audit', ...(guest.audit ?? [])],
    },
    Sys: { admin: words('Sys.Console Sys.Syslog'), audit: ['Sys.Audit'] },
    Datastore: {
      admin: words('Datastore.Allocate Datastore.AllocateTemplate'),
      user: ['Datastore.AllocateSpace'],
      audit: ['Datastore.Audit'],
    },
    SDN: { admin: ['SDN.Allocate', 'SDN.Audit'], user: ['SDN.Use'], audit: ['SDN.Audit'] },
    User: { admin: words('User.Modify Group.Allocate Realm.AllocateUser') },
    Pool: { admin: ['Pool.Allocate'], user: ['Pool.Audit'], audit: ['Pool.Audit'] },
    Mapping: { admin: ['Mapping.Modify'], user: ['Mapping.Use'], audit: ['Mapping.Audit'] },
  }
}

function builtIn(release: Release): ReadonlyMap<string, readonly string[]> {
  const roles = new Map<string, readonly string[]>([
    ['Administrator', [...privileges[release]]],
    ['NoAccess', []],
    ['PVETemplateUser', ['VM.Audit', 'VM.Clone']],
  ])
  const give = (role: string, privs: readonly string[]) => roles.set(role, [...(roles.get(role) ?? []), ...privs])
  for (const [area, { admin = [], user = [], audit = [] }] of Object.entries(areas(release))) {
    give(`PVE${area}Admin`, [...admin, ...user, ...audit])
    // Only the administrator of mappings and of everything may change which hardware guests get.
    give('PVEAdmin', [...admin.filter((priv) => priv !== 'Mapping.Modify'), ...user, ...audit])
    if (user.length > 0) give(`PVE${area}User`, [...user, ...audit])
    if (audit.length > 0) give('PVEAuditor', audit)
  }
  return new Map([...roles].map(([role, privs]) => [role, [...new Set(privs)].sort()]))
}

const builtInRoles: Readonly<Record<Release, ReadonlyMap<string, readonly string[]>>> = {
  8: builtIn('8'),
  9: builtIn('9'),
}

/** The roles that nobody can change. */
export const builtInRolesOf = (world: World): ReadonlyMap<string, readonly string[]> =>
  builtInRoles[releases[world.flavour].tables]

/** The privileges of a role; undefined when there is no such role. */
export function privilegesOfRole(world: World, roleid: string): readonly string[] | undefined {
  return builtInRolesOf(world).get(roleid) ?? world.access.roles.find((role) => role.roleid === roleid)?.privs
}

/** Every privilege of the release. */
export const allPrivileges = ({ flavour }: Pick<World, 'flavour'>): ReadonlySet<string> =>
  privileges[releases[flavour].tables]
