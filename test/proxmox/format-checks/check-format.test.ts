import { expect, test } from 'vitest'
import { checkFormat, formatChecks } from '../../../src/proxmox/format-checks/check-format.ts'
import { formats, formats8 } from '../../../src/proxmox/tables/formats.gen.ts'
import { parameters } from '../../../src/proxmox/tables/parameters.gen.ts'

interface Examples {
  readonly good: readonly string[]
  readonly bad: Readonly<Record<string, string>>
}

const MAIL = 'value does not look like a valid email address'
const NODE = 'value does not look like a valid node name'
const VMID = 'value does not look like a valid VM ID'
const UNICAST = 'value does not look like a valid unicast MAC address'
const HA = 'value does not look like a valid ha resource id'
const V4 = 'value does not look like a valid ipv4 network configuration'
const V6 = 'value does not look like a valid ipv6 network configuration'

const examples: Readonly<Record<string, Examples>> = {
  address: { good: ['10.0.0.1', '::1', 'host.lan'], bad: { '0': 'value does not look like a valid address: 0' } },
  'address-list': {
    good: ['', '1.1.1.1 9.9.9.9', 'a;b,c'],
    bad: { '1.1.1.1 a_b': 'value does not look like a valid address: a_b' },
  },
  CIDR: { good: ['10.0.0.0/8', 'fd00::/64'], bad: { '10.0.0.0/7': 'value does not look like a valid CIDR network' } },
  CIDRv4: { good: ['10.0.0.1/32'], bad: { '10.0.0.1/33': 'value does not look like a valid IPv4 CIDR network' } },
  CIDRv6: { good: ['fd00::1/128'], bad: { 'fd00::1': 'value does not look like a valid IPv6 CIDR network' } },
  'disk-size': { good: ['1', '1.5G', '32GiB'], bad: { '1P': 'value does not look like a valid disk size: 1P' } },
  'dns-name': {
    good: ['a', 'a-b.c'],
    bad: { a_b: 'value does not look like a valid DNS name', '-a': 'value does not look like a valid DNS name' },
  },
  email: { good: ['a.b+c@d-e.fg'], bad: { a: MAIL, 'a@': MAIL } },
  'email-opt': { good: ['', 'a@b'], bad: { a: MAIL } },
  ip: { good: ['1.2.3.4', 'fe80::1'], bad: { 'fe80::1%eth0': 'value does not look like a valid IP address' } },
  IPorCIDR: {
    good: ['1.2.3.4', '1.2.3.4/0', 'fd00::/128'],
    bad: {
      '1.2.3.4/33': 'Prefix length 33 is longer than IP address (32)',
      a: 'value does not look like a valid IP address or CIDR network',
    },
  },
  IPorCIDRorAlias: {
    good: ['dc/lan', 'lan', '1.2.3.4'],
    bad: { '9a': 'value does not look like a valid IP address or CIDR network' },
  },
  ipv4mask: {
    good: ['255.255.255.0', '0.0.0.0'],
    bad: { '255.0.255.0': 'value does not look like a valid IP netmask' },
  },
  'mac-addr': { good: ['bc:24:11:00:00:01'], bad: { '01:24:11:00:00:01': UNICAST, 'bc:24': UNICAST } },
  'mac-prefix': {
    good: ['BC:24:11', 'bc:24:11:f'],
    bad: { '01:00:00': 'value is not a valid unicast MAC address prefix' },
  },
  'pve-bridge-id': { good: ['vmbr0', 'a.7'], bad: { 'a/b': "invalid bridge ID 'a/b'" } },
  'pve-calendar-event': {
    good: ['*:0/15', 'sat 02:00', 'mon..fri 8..17:30', 'daily', '*-*-1 04:05:06', '21:00'],
    bad: { ' ': "invalid calendar event ' ' - unable to parse calendar event - event is empty\n" },
  },
  'pve-configid': {
    good: ['ab', 'A_1-'],
    bad: { a: "invalid configuration ID 'a'", '1a': "invalid configuration ID '1a'" },
  },
  'pve-cpuset': {
    good: ['0,5,8-11'],
    bad: { '3-1': 'unable to parse cpuset option', x: 'unable to parse cpuset option' },
  },
  'pve-fw-addr-spec': {
    good: ['', '+set', 'dc/alias', '10.0.0.0/8,10.1.0.1', '10.0.0.1-10.0.0.9'],
    bad: {
      '1.2.3.4,': 'extraneous commas in list',
      '1.2.3.4,::1': "detected mixed ipv4/ipv6 addresses in address list '1.2.3.4,::1'",
      '1.2.3.4-1.2.3.9,1.2.3.4': "you can't use a range in a list",
    },
  },
  'pve-fw-dport-spec': {
    good: ['22', '80,443,8000:8010', 'https', 'echo-request'],
    bad: {
      '99999': "invalid port '99999'",
      '9:8': "backwards range '9:8' not allowed, did you mean '8:9'?",
      'echo-request,1': 'ICMP ports not allowed in port range',
      '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16': 'too many entries in port list (> 15 numbers)',
    },
  },
  'pve-fw-sport-spec': { good: ['ssh'], bad: { 'echo-request': "invalid port 'echo-request'" } },
  'pve-fw-protocol-spec': { good: ['tcp', '6', ''], bad: { foo: "unknown protocol 'foo'" } },
  'pve-fw-icmp-type-spec': { good: ['echo-request', ''], bad: { x: "invalid icmp-type value 'x'" } },
  'pve-ha-node-list': { good: ['a:2,b'], bad: { 'a:x': 'value does not look like a valid ha node' } },
  'pve-ha-resource-id': { good: ['vm:100'], bad: { '100': HA } },
  'pve-ha-resource-or-vm-id': { good: ['vm:100', '100'], bad: { vm: HA } },
  'pve-hotplug-features': { good: ['0', '1', 'network,disk'], bad: { 'disk,x': "invalid hotplug feature 'x'" } },
  'pve-iface': { good: ['eth0', 'vmbr0.7'], bad: { 'br!': "invalid network interface name 'br!'" } },
  'pve-ipv4-config': { good: ['dhcp', '10.0.0.1/24'], bad: { auto: V4 } },
  'pve-ipv6-config': { good: ['auto', 'dhcp', 'fd00::1/64'], bad: { '10.0.0.1/24': V6 } },
  'pve-node': { good: ['pve1', 'a-b'], bad: { bad_node: NODE, '-a': NODE } },
  'pve-phys-bits': { good: ['host', '8', '64'], bad: { '65': "value must be an integer between 8 and 64 or 'host'" } },
  'pve-poolid': {
    good: ['k8s', 'a/b/c'],
    bad: {
      'a/b/c/d': "pool name 'a/b/c/d' nested too deeply (max levels = 3)",
      'a b': "pool name 'a b' contains invalid characters",
    },
  },
  'pve-priv-list': { good: ['VM.Audit,VM.Clone'], bad: { 'VM.Monitor': "invalid privilege 'VM.Monitor'" } },
  'pve-qm-bootdev-list': {
    good: ['scsi0;net0;hostpci1'],
    bad: { efidisk0: "invalid boot device 'efidisk0'", scsi31: "invalid boot device 'scsi31'" },
  },
  'pve-qm-bootdisk': { good: ['scsi0', 'virtio15'], bad: { net0: "invalid boot disk 'net0'" } },
  'pve-storage-content-list': { good: ['images,iso', 'import'], bad: { foo: "invalid content type 'foo'" } },
  'pve-storage-id': {
    good: ['local-lvm'],
    bad: {
      a: "storage ID 'a' cannot be shorter than 2 characters",
      '1a': "storage ID '1a' contains illegal characters",
    },
  },
  'pve-tag-list': { good: ['a;B_1', 'k8s,talos'], bad: { 'a;ü': 'invalid characters in tag' } },
  'pve-task-status-type-list': { good: ['ok,ERROR'], bad: { bad: "invalid status 'bad'" } },
  'pve-userid': {
    good: ['root@pam'],
    bad: { a: "user name 'a' is too short", 'bad user': "value 'bad user' does not look like a valid user name" },
  },
  'pve-vlan-id-or-range-list': {
    good: ['2 10-20', '2-0'],
    bad: { '1': "invalid VLAN tag '1'", '9-8': "VLAN range must go from lower to higher tag '9-8'" },
  },
  'pve-vmid': { good: ['100', '999999999'], bad: { '99': VMID, '1000000000': VMID } },
  'pve-volume-id': {
    good: ['local:iso/a.iso'],
    bad: { local: "unable to parse volume ID 'local'", 'local:': "unable to parse volume ID 'local:'" },
  },
  'pve-volume-id-or-qm-path': {
    good: ['none', 'cdrom', '/dev/sdb', 'a1:b'],
    bad: { x: "unable to parse volume ID 'x'" },
  },
  'storage-pair-list': {
    good: ['1', 'local', 'local:data,tank:data'],
    bad: { 'local:x': "entry 'local:x' contains invalid ID - storage ID 'x' cannot be shorter than 2 characters\n\n" },
  },
  urlencoded: { good: ['ssh-rsa%20AA'], bad: { 'a b': 'invalid urlencoded string: a b' } },
}

for (const [name, { good, bad }] of Object.entries(examples)) {
  test(`${name} is checked as Proxmox checks it`, () => {
    for (const text of good) expect(checkFormat(name, text), text).toBeUndefined()
    for (const [text, words] of Object.entries(bad)) expect(checkFormat(name, text), text).toBe(words)
  })
}

test('privileges depend on the release', () => {
  expect(checkFormat('pve-priv-list', 'VM.Monitor', '8')).toBeUndefined()
  expect(checkFormat('pve-priv-list', 'VM.Replicate', '8')).toBe("invalid privilege 'VM.Replicate'")
})

test('every format that the tables name has a check', () => {
  const grammars = [...Object.values(formats), ...Object.values(formats8)]
  const rules = [...parameters, ...parameters.flatMap(({ items }) => items ?? []), ...grammars.flatMap(Object.values)]
  const named = new Set(rules.flatMap(({ format }) => (format === undefined ? [] : [format])))
  expect(named.size).toBeGreaterThan(80)
  for (const name of named) {
    const base = name.replace(/-(list|opt)$/, '')
    expect(base in formatChecks || base === 'pve-priv', name).toBe(true)
  }
})
