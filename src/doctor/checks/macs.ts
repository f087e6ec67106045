import { tryParse } from '../../proxmox/property-string/try-parse.ts'
import type { Check } from '../check.ts'
import { fail, orOk, skipped } from '../finding.ts'

export const macs: Check = {
  name: 'MAC addresses',
  about: 'No VM of others has the MAC address of a machine.',
  run: async ({ desired, neighbours }) => {
    const others = await neighbours()
    if (others === undefined) return [skipped('skipped: too many VMs of others to ask for each')]
    const own = new Map(
      desired.machines.flatMap(({ name, nics }) => nics.map(({ mac }) => [mac.toUpperCase(), name] as const)),
    )
    const found = others.flatMap(({ vmid, name, host, config }) =>
      Object.entries(config).flatMap(([key, text]) => {
        const mac = /^net\d+$/.test(key) ? tryParse('net', text, '9')?.macaddr : undefined
        const machine = typeof mac === 'string' ? own.get(mac.toUpperCase()) : undefined
        if (machine === undefined) return []
        return [
          fail(
            `${mac} of ${machine} is also the MAC address of ${name ?? 'VM'} (${vmid}) on ${host}`,
            'give the machine another one with `nodes.NAME.mac`, or change the other VM',
          ),
        ]
      }),
    )
    return orOk(found, `none of ${own.size} is used by a VM of others`)
  },
}
