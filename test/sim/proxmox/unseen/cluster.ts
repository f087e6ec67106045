import type { Row } from './row.ts'

/** Requests about hosts, options, high availability, backups, mappings and networks. */
export const clusterRows: readonly Row[] = [
  ['GET /version?x=1', '400 x: property is not defined in schema and the schema does not allow additional properties'],
  [
    'GET /nodes/pve9/status',
    "500 hostname lookup 'pve9' failed - failed to get address info for: pve9: Name or service not known",
  ],
  ['GET /nodes/bad_node!/status', '403 Permission check failed (, Sys.Audit)'],
  [
    'GET /nodes/pve1/network?type=nonsense',
    "400 type: value 'nonsense' does not have a value in the enumeration 'bridge, bond, eth, alias, vlan, fabric, OVSBridge, OVSBond, OVSPort, OVSIntPort, vnet, any_bridge, any_local_bridge, include_sdn'",
    "400 type: value 'nonsense' does not have a value in the enumeration 'bridge, bond, eth, alias, vlan, OVSBridge, OVSBond, OVSPort, OVSIntPort, vnet, any_bridge, any_local_bridge'",
  ],
  ['GET /nodes/pve1/network?type=any_bridge', '200'],
  ['GET /nodes/pve1/hardware/pci', '200'],
  ['GET /nodes/pve1/hardware/pci?pci-class-blacklist=zz', '200'],
  [
    'GET /cluster/resources?type=disk',
    "400 type: value 'disk' does not have a value in the enumeration 'vm, storage, node, sdn'",
  ],
  ['GET /cluster/nextid?vmid=100', '400 vmid: VM 100 already exists'],
  ['GET /cluster/nextid?vmid=99', '400 vmid: invalid format - value does not look like a valid VM ID'],
  ['GET /cluster/nextid?vmid=500', '200'],
  ['GET /cluster/nextid?vmid=1000000000', '400 vmid: invalid format - value does not look like a valid VM ID'],
  [
    'PUT /cluster/options?console=nonsense',
    "400 console: value 'nonsense' does not have a value in the enumeration 'applet, vv, html5, xtermjs'",
  ],
  ['PUT /cluster/options?next-id=lower=200,upper=100', '500 lower (200) <= upper (100) boundary rule broken'],
  [
    'PUT /cluster/options?mac_prefix=01:00:00',
    '400 mac_prefix: invalid format - value is not a valid unicast MAC address prefix',
  ],
  ['GET /cluster/log?max=0', '400 max: value must have a minimum value of 1'],
  ['GET /cluster/ha/resources?type=pod', "400 type: value 'pod' does not have a value in the enumeration 'ct, vm'"],
  ['POST /cluster/ha/resources?sid=vm:999', "500 resource 'vm:999' does not exist in cluster"],
  [
    'POST /cluster/ha/resources?sid=100&state=sleeping',
    "400 state: value 'sleeping' does not have a value in the enumeration 'started, stopped, enabled, disabled, ignored'",
  ],
  ['POST /cluster/ha/resources?sid=vm:100&max_restart=-1', '400 max_restart: value must have a minimum value of 0'],
  ['DELETE /cluster/ha/resources/vm:100', "500 cannot delete service 'vm:100', not HA managed!"],
  ['GET /cluster/ha/status/current', '200'],
  [
    'POST /cluster/ha/groups?group=a1&nodes=pve1:1001',
    '500 cannot create group: ha groups have been migrated to rules',
    '200',
  ],
  [
    'POST /cluster/ha/groups?group=a1&nodes=pve1,pve2:2',
    '500 cannot create group: ha groups have been migrated to rules',
    "500 create ha group failed: ha group ID 'a1' already defined",
  ],
  [
    'POST /cluster/ha/rules?rule=r1&type=node-affinity&resources=vm:100&nodes=pve1',
    '500 create ha rule failed: cannot use unmanaged resource(s) vm:100.',
    "501 Method 'POST /cluster/ha/rules' not implemented",
  ],
  [
    'POST /cluster/ha/rules?rule=r1&type=nonsense&resources=vm:100',
    "400 resources: property is not defined in schema and the schema does not allow additional properties · type: value 'nonsense' does not have a value in the enumeration 'node-affinity, resource-affinity'",
    "501 Method 'POST /cluster/ha/rules' not implemented",
  ],
  ['POST /cluster/backup?schedule=sat 02:00&storage=local&vmid=100', '200'],
  [
    'POST /cluster/backup?schedule=nonsense&storage=local&all=1',
    "400 schedule: invalid format - invalid calendar event 'nonsense' - unable to parse calendar event at 'nonsense' - invalid",
  ],
  ['POST /cluster/backup?schedule=02:00&all=1&vmid=100', '500 400 Parameter verification failed.'],
  [
    'POST /cluster/backup?schedule=02:00&all=1&mode=fast',
    "400 mode: value 'fast' does not have a value in the enumeration 'snapshot, suspend, stop'",
  ],
  ['GET /cluster/backup/nosuch', "400 id: No such job 'nosuch'"],
  ['DELETE /cluster/backup/nosuch', '500 400 Parameter verification failed.'],
  ['POST /cluster/mapping/pci?id=gpu&map=node=pve1,path=0000:01:00.0,id=10de:1234', '200'],
  [
    'POST /cluster/mapping/pci?id=gpu2&map=path=0000:01:00.0,id=10de:1234',
    '400 map[0]: invalid format - format error map[0].node: property is missing and it is not optional',
  ],
  [
    'POST /cluster/mapping/pci?id=gpu3&map=node=pve1,path=zz,id=10de:1234',
    '400 map[0]: invalid format - format error map[0].path: value does not match the regex pattern',
  ],
  [
    'GET /cluster/mapping/pci?check-node=pve9',
    "500 hostname lookup 'pve9' failed - failed to get address info for: pve9: Name or service not known",
  ],
  [
    'POST /cluster/sdn/zones?zone=toolongname&type=simple',
    '400 zone: value may only be 8 characters long',
    "400 zone: invalid format - zone ID 'toolongname' can't be more length than 8 characters",
  ],
  ['POST /cluster/sdn/zones?zone=z1&type=simple', '200'],
  [
    'POST /cluster/sdn/vnets?vnet=v1&zone=nosuch',
    '500 create sdn vnet object failed: cannot lookup undefined type! at /usr/share/perl5/PVE/API2/Network/SDN/Vnets.pm line 326.',
  ],
  [
    'POST /cluster/sdn/vnets?vnet=v1&zone=z1&tag=17',
    '500 create sdn vnet object failed: 400 Parameter verification failed.',
  ],
  ['DELETE /cluster/sdn/zones/z9', "500 delete sdn zone object failed: sdn 'z9' does not exist"],
  ['PATCH /version', "501 method 'PATCH' not available"],
  ['GET /cluster/ha/resources/__proto__', '400 sid: invalid format - value does not look like a valid ha resource id'],
  ['GET /cluster/mapping/pci/constructor', "500 mapping 'constructor' not found"],
  [
    'GET /cluster/sdn/zones/constructor',
    '400 zone: value may only be 8 characters long',
    "400 zone: invalid format - zone ID 'constructor' can't be more length than 8 characters",
  ],
  ['GET /cluster/backup/__proto__', "400 id: No such job '__proto__'"],
  ['GET /cluster/metrics/server/toString', "500 status server entry 'toString' does not exist"],
  ['GET /cluster/replication/toString', "400 id: invalid format - invalid replication job id 'toString'"],
]
