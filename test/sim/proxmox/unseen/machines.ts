import type { Row } from './row.ts'

/** Requests about machines and tasks. */
export const machinesRows: readonly Row[] = [
  ['GET /nodes/pve1/qemu/100/config', '200'],
  ['POST /nodes/pve1/qemu?vmid=99', '400 vmid: invalid format - value does not look like a valid VM ID'],
  ['POST /nodes/pve1/qemu?vmid=100', "500 unable to create VM 100 - VM 100 already exists on node 'pve1'"],
  [
    'POST /nodes/pve1/qemu?vmid=300&name=under_score',
    '400 name: invalid format - value does not look like a valid DNS name',
  ],
  [
    'POST /nodes/pve1/qemu?vmid=300&memory=15',
    '400 memory: invalid format - format error memory.current: value must have a minimum value of 16',
  ],
  ['POST /nodes/pve1/qemu?vmid=300&cores=0', '400 cores: value must have a minimum value of 1'],
  [
    'POST /nodes/pve1/qemu?vmid=300&net0=virtio,bridge=vmbr0,tag=4095',
    '400 net0: invalid format - format error net0.tag: value must have a maximum value of 4094',
  ],
  [
    'POST /nodes/pve1/qemu?vmid=300&net32=virtio',
    '400 net32: property is not defined in schema and the schema does not allow additional properties',
  ],
  [
    'POST /nodes/pve1/qemu?vmid=300&net0=virtio=01:00:5E:00:00:01,bridge=vmbr0',
    '400 net0: invalid format - format error net0.macaddr: invalid format - value does not look like a valid unicast MAC address',
  ],
  ['POST /nodes/pve1/qemu?vmid=300&scsi0=nosuch:1', "500 storage 'nosuch' does not exist"],
  [
    'POST /nodes/pve1/qemu?vmid=300&scsi0=local:1,ssd=maybe',
    "400 scsi0: invalid format - format error scsi0.ssd: type check ('boolean') failed - got 'maybe'",
  ],
  [
    'POST /nodes/pve1/qemu?vmid=300&virtio0=local:1,ssd=1',
    '400 virtio0: invalid format - format error virtio0.ssd: property is not defined in schema and the schema does not allow additional properties',
  ],
  [
    'POST /nodes/pve1/qemu?vmid=300&tpmstate0=local:1,version=v3',
    "400 tpmstate0: invalid format - format error tpmstate0.version: value 'v3' does not have a value in the enumeration 'v1.2, v2.0'",
  ],
  ['POST /nodes/pve1/qemu?vmid=300&args=-S', "500 only root can set 'args' config"],
  [
    'POST /nodes/pve1/qemu?vmid=300&hostpci0=0000:01:00.0',
    "500 only root can set 'hostpci0' config for non-mapped devices",
  ],
  ['POST /nodes/pve1/qemu?vmid=300&tags=a b!', '400 tags: invalid format - invalid characters in tag'],
  [
    'POST /nodes/pve1/qemu?vmid=300&smbios1=uuid=zz',
    '400 smbios1: invalid format - format error smbios1.uuid: value does not match the regex pattern',
  ],
  [
    'POST /nodes/pve1/qemu?vmid=300&ipconfig0=ip=10.0.0.1',
    '400 ipconfig0: invalid format - format error ipconfig0.ip: invalid format - value does not look like a valid ipv4 network configuration',
  ],
  ['POST /nodes/pve1/qemu?vmid=300&pool=nosuch', "403 Permission check failed (pool 'nosuch' does not exist)"],
  ['POST /nodes/pve1/qemu?vmid=300&start=true', "400 start: type check ('boolean') failed - got 'true'"],
  [
    'POST /nodes/pve1/qemu?vmid=300&ha-managed=1',
    '200',
    '400 ha-managed: property is not defined in schema and the schema does not allow additional properties',
  ],
  ['PUT /nodes/pve1/qemu/100/config', '500 no options specified'],
  [
    'PUT /nodes/pve1/qemu/100/config?digest=0000000000000000000000000000000000000000&cores=2',
    '500 checksum mismatch (file change by other user?)',
  ],
  [
    'PUT /nodes/pve1/qemu/100/config?delete=cores&cores=2',
    "400 delete: you can't use '-cores' and -delete cores' at the same time",
  ],
  ['PUT /nodes/pve1/qemu/100/config?delete=nosuchkey', "400 delete: unknown option 'nosuchkey'"],
  ['PUT /nodes/pve1/qemu/100/config?skiplock=1&cores=2', '400 skiplock: Only root may use this option.'],
  ['PUT /nodes/pve1/qemu/100/config?revert=cores', '200'],
  [
    'POST /nodes/pve1/qemu/100/config?cores=2&background_delay=31',
    '400 background_delay: value must have a maximum value of 30',
  ],
  [
    'PUT /nodes/pve1/qemu/999/config?cores=2',
    "500 Configuration file 'nodes/pve1/qemu-server/999.conf' does not exist",
  ],
  ['GET /nodes/pve1/qemu/100/config?snapshot=none', "500 snapshot 'none' does not exist"],
  [
    'GET /nodes/pve1/qemu/100/config?snapshot=none&current=1',
    "400 current: cannot use 'snapshot' parameter with 'current' · snapshot: cannot use 'snapshot' parameter with 'current'",
  ],
  ['PUT /nodes/pve1/qemu/100/resize?disk=scsi0&size=-1G', '400 size: value does not match the regex pattern'],
  [
    'PUT /nodes/pve1/qemu/100/resize?disk=net0&size=+1G',
    "400 disk: value 'net0' does not have a value in the enumeration 'ide0, ide1, ide2, ide3, scsi0, scsi1, scsi2, scsi3, scsi4, scsi5, scsi6, scsi7, scsi8, scsi9, scsi10, scsi11, scsi12, scsi13, scsi14, scsi15, scsi16, scsi17, scsi18, scsi19, scsi20, scsi21, scsi22, scsi23, scsi24, scsi25, scsi26, scsi27, scsi28, scsi29, scsi30, virtio0, virtio1, virtio2, virtio3, virtio4, virtio5, virtio6, virtio7, virtio8, virtio9, virtio10, virtio11, virtio12, virtio13, virtio14, virtio15, sata0, sata1, sata2, sata3, sata4, sata5, efidisk0, tpmstate0'",
  ],
  ['POST /nodes/pve1/qemu/100/move_disk?disk=scsi0&storage=nosuch', "500 storage 'nosuch' does not exist"],
  [
    'POST /nodes/pve1/qemu/100/move_disk?disk=scsi0',
    "400 storage: both 'storage' and 'target-vmid' missing, either needs to be set · target-vmid: both 'storage' and 'target-vmid' missing, either needs to be set",
  ],
  ['PUT /nodes/pve1/qemu/100/unlink?idlist=scsi7', '200'],
  ['POST /nodes/pve1/qemu/100/clone?newid=100', '500 unable to create VM 100: config file already exists'],
  [
    'POST /nodes/pve1/qemu/100/clone?newid=301&full=1&format=zip',
    "400 format: value 'zip' does not have a value in the enumeration 'raw, qcow2, vmdk'",
  ],
  ['POST /nodes/pve1/qemu/100/clone?newid=301&target=pve9', "500 no such cluster node 'pve9'"],
  ['POST /nodes/pve1/qemu/100/clone?newid=301&snapname=none', "500 snapshot 'none' does not exist"],
  ['POST /nodes/pve1/qemu/100/status/reset', '500 VM 100 not running'],
  ['POST /nodes/pve1/qemu/100/status/reboot', '500 VM 100 not running'],
  ['POST /nodes/pve1/qemu/100/status/stop?timeout=-1', '400 timeout: value must have a minimum value of 0'],
  ['POST /nodes/pve1/qemu/100/status/fly', "501 Method 'POST /nodes/pve1/qemu/100/status/fly' not implemented"],
  ['POST /nodes/pve1/qemu/100/agent/ping', '500 No QEMU guest agent configured'],
  ['GET /nodes/pve1/qemu/100/agent/network-get-interfaces', '500 No QEMU guest agent configured'],
  ['POST /nodes/pve1/qemu/100/snapshot?snapname=x', "400 snapname: invalid format - invalid configuration ID 'x'"],
  ['POST /nodes/pve1/qemu/100/snapshot?snapname=current', "500 unable to use snapshot name 'current' (reserved name)"],
  ['DELETE /nodes/pve1/qemu/100/snapshot/none', '200'],
  ['POST /nodes/pve1/qemu/100/snapshot/none/rollback', '200'],
  ['POST /nodes/pve1/qemu/100/migrate?target=pve1', '400 target: target is local node.'],
  ['POST /nodes/pve1/qemu/100/migrate?target=pve9', "500 no such cluster node 'pve9'"],
  ['GET /nodes/pve1/qemu/100/migrate', '200'],
  ['DELETE /nodes/pve1/qemu/999', "500 Configuration file 'nodes/pve1/qemu-server/999.conf' does not exist"],
  ['DELETE /nodes/pve1/qemu/100?purge=2', "400 purge: type check ('boolean') failed - got '2'"],
  ['GET /nodes/pve1/tasks/UPID:bad/status', '400 upid: unable to parse worker upid'],
  ['GET /nodes/pve1/tasks/UPID:pve1:0000ABCD:00000001:60000000:qmstart:100:root@pam:/status', '400 upid: no such task'],
  ['GET /nodes/pve1/tasks?limit=-1', '400 limit: value must have a minimum value of 0'],
  [
    'GET /nodes/pve1/tasks?source=none',
    "400 source: value 'none' does not have a value in the enumeration 'archive, active, all'",
  ],
  ['DELETE /nodes/pve1/tasks/UPID:pve1:0000ABCD:00000001:60000000:qmstart:100:root@pam:', '400 upid: no such task'],
  ['POST /nodes/pve1/vzdump?vmid=100&storage=thin', '200'],
  [
    'POST /nodes/pve1/vzdump?vmid=100&mode=fast',
    "400 mode: value 'fast' does not have a value in the enumeration 'snapshot, suspend, stop'",
  ],
  ['POST /nodes/pve1/vzdump', '400 vmid: property is missing'],
  ['GET /nodes/pve1/qemu/100/status', '200'],
  ['GET /nodes/pve1/qemu/__proto__/config', "400 vmid: type check ('integer') failed - got '__proto__'"],
  [
    'GET /nodes/pve1/qemu/100/config?__proto__=1',
    '400 __proto__: property is not defined in schema and the schema does not allow additional properties',
  ],
]
