import type { Row } from './row.ts'

/** Requests about firewalls. */
export const firewallRows: readonly Row[] = [
  ['GET /cluster/firewall/options', '200'],
  ['PUT /cluster/firewall/options?enable=2', '200'],
  [
    'PUT /cluster/firewall/options?policy_in=MAYBE',
    "400 policy_in: value 'MAYBE' does not have a value in the enumeration 'ACCEPT, REJECT, DROP'",
  ],
  ['POST /cluster/firewall/aliases?name=1bad&cidr=10.0.0.1', '400 name: value does not match the regex pattern'],
  [
    'POST /cluster/firewall/aliases?name=web&cidr=10.0.0.300',
    '400 cidr: invalid format - value does not look like a valid IP address or CIDR network',
  ],
  [
    'POST /cluster/firewall/aliases?name=web&cidr=10.0.0.0/33',
    '400 cidr: invalid format - Prefix length 33 is longer than IP address (32)',
  ],
  ['POST /cluster/firewall/ipset?name=s', '400 name: value does not match the regex pattern'],
  ['POST /cluster/firewall/ipset?name=servers', '200'],
  ['POST /cluster/firewall/ipset/servers?cidr=10.0.0.0/8&nomatch=1', '200'],
  ['POST /cluster/firewall/ipset/servers?cidr=not-an-address', "500 no such alias 'not-an-address'"],
  ['DELETE /cluster/firewall/ipset/servers', "500 IPSet 'servers' is not empty"],
  [
    'POST /cluster/firewall/groups?group=thisnameisfartoolongforagroup',
    '400 group: value may only be 18 characters long',
  ],
  [
    'POST /cluster/firewall/rules?type=in&action=ACCEPT&dport=99999',
    "400 dport: invalid format - invalid port '99999'",
  ],
  [
    'POST /cluster/firewall/rules?type=in&action=ACCEPT&dport=80',
    "400 proto: missing property - 'dport' requires this property",
  ],
  ['POST /cluster/firewall/rules?type=in&action=ACCEPT&macro=NoSuch', "400 macro: unknown macro 'NoSuch'"],
  ['POST /cluster/firewall/rules?type=group&action=nosuch', '200'],
  ['DELETE /cluster/firewall/rules/7', '500 no rule at position 7'],
  ['GET /nodes/pve1/firewall/options', '200'],
  [
    'PUT /nodes/pve1/firewall/options?log_level_in=loud',
    "400 log_level_in: value 'loud' does not have a value in the enumeration 'emerg, alert, crit, err, warning, notice, info, debug, nolog'",
  ],
  ['PUT /nodes/pve1/qemu/100/firewall/options?macfilter=0', '200'],
  ['POST /nodes/pve1/qemu/100/firewall/rules?type=in&action=ACCEPT&iface=net0', '200'],
  [
    'POST /nodes/pve1/qemu/100/firewall/rules?type=in&action=ACCEPT&iface=eth0',
    "400 iface: value does not match the regex pattern 'net\\d+'",
  ],
  ['GET /cluster/firewall/ipset/__proto__', '400 name: value does not match the regex pattern'],
]
