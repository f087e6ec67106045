const ADMIN = ['os:admin']
const OPERATOR = ['os:admin', 'os:operator']
const READER = ['os:admin', 'os:operator', 'os:reader']
const BACKUP = 'os:etcd:backup'

/** Who may make a call, by its service and name; what is not named here is for readers. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  'machine.MachineService/ApplyConfiguration': ADMIN,
  'machine.MachineService/Bootstrap': ADMIN,
  'machine.MachineService/Copy': ADMIN,
  'machine.MachineService/EtcdAlarmDisarm': OPERATOR,
  'machine.MachineService/EtcdAlarmList': [...READER, BACKUP],
  'machine.MachineService/EtcdDefragment': OPERATOR,
  'machine.MachineService/EtcdForfeitLeadership': ADMIN,
  'machine.MachineService/EtcdLeaveCluster': ADMIN,
  'machine.MachineService/EtcdMemberList': [...READER, BACKUP],
  'machine.MachineService/EtcdRecover': ADMIN,
  'machine.MachineService/EtcdRemoveMemberByID': ADMIN,
  'machine.MachineService/EtcdSnapshot': [...OPERATOR, BACKUP],
  'machine.MachineService/EtcdStatus': [...READER, BACKUP],
  'machine.MachineService/GenerateClientConfiguration': ADMIN,
  'machine.MachineService/Kubeconfig': ADMIN,
  'machine.MachineService/MetaDelete': [...ADMIN, 'os:meta:writer'],
  'machine.MachineService/MetaWrite': [...ADMIN, 'os:meta:writer'],
  'machine.MachineService/PacketCapture': OPERATOR,
  'machine.MachineService/Read': ADMIN,
  'machine.MachineService/Reboot': OPERATOR,
  'machine.MachineService/Reset': ADMIN,
  'machine.MachineService/Rollback': ADMIN,
  'machine.MachineService/ServiceRestart': OPERATOR,
  'machine.MachineService/ServiceStart': OPERATOR,
  'machine.MachineService/ServiceStop': OPERATOR,
  'machine.MachineService/Shutdown': OPERATOR,
  'machine.MachineService/Upgrade': ADMIN,
  'machine.LifecycleService/Install': ADMIN,
  'machine.LifecycleService/Upgrade': ADMIN,
  'machine.ImageService/Import': ADMIN,
  'machine.ImageService/Pull': OPERATOR,
  'machine.ImageService/Remove': ADMIN,
  'storage.StorageService/BlockDeviceWipe': ADMIN,
}

/** Whether any of the roles allows a call. */
export const mayCall = (roles: readonly string[], call: string): boolean =>
  roles.some((role) => (RULES[call] ?? READER).includes(role))
