/** Privileges that every supported release knows. */
const common = `
  VM.Allocate VM.Audit VM.Backup VM.Clone VM.Config.CDROM VM.Config.CPU VM.Config.Cloudinit VM.Config.Disk
  VM.Config.HWType VM.Config.Memory VM.Config.Network VM.Config.Options VM.Console VM.Migrate VM.PowerMgmt
  VM.Snapshot VM.Snapshot.Rollback Sys.AccessNetwork Sys.Audit Sys.Console Sys.Incoming Sys.Modify Sys.PowerMgmt
  Sys.Syslog Datastore.Allocate Datastore.AllocateSpace Datastore.AllocateTemplate Datastore.Audit SDN.Allocate
  SDN.Audit SDN.Use Realm.Allocate Realm.AllocateUser User.Modify Group.Allocate Permissions.Modify Pool.Allocate
  Pool.Audit Mapping.Audit Mapping.Modify Mapping.Use`
  .trim()
  .split(/\s+/)

/** The privileges of each major release. */
export const privileges: Readonly<Record<'8' | '9', ReadonlySet<string>>> = {
  8: new Set([...common, 'VM.Monitor']),
  9: new Set([
    ...common,
    'VM.GuestAgent.Audit',
    'VM.GuestAgent.FileRead',
    'VM.GuestAgent.FileSystemMgmt',
    'VM.GuestAgent.FileWrite',
    'VM.GuestAgent.Unrestricted',
    'VM.Replicate',
  ]),
}
