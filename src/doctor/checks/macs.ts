import type { Check } from '../check.ts'
import { fail, orOk, skipped } from '../finding.ts'

/** VMs have it as the value of their model, containers as `hwaddr`. */
const MAC = /(?<==)(?:[0-9A-F]{2}:){5}[0-9A-F]{2}(?=,|$)/i

export const macs: Check = {
  name: 'MAC addresses',
  about: 'No VM or container of others has the MAC address of a machine.',
  run: async ({ desired, neighbours }) => {
    const others = await neighbours()
    if (others === undefined) return [skipped('skipped: too many guests of others to ask for each')]
    const own = new Map(
      desired.machines.flatMap(({ name, nics }) => nics.map(({ mac }) => [mac.toUpperCase(), name] as const)),
    )
    const found = others.flatMap(({ vmid, name, host, config }) =>
      Object.entries(config).flatMap(([key, text]) => {
        const mac = /^net\d+$/.test(key) ? MAC.exec(text)?.[0] : undefined
        const machine = mac === undefined ? undefined : own.get(mac.toUpperCase())
        if (machine === undefined) return []
        return [
          fail(
            `${mac} of ${machine} is also the MAC address of ${name ?? 'guest'} (${vmid}) on ${host}`,
            'give the machine another one with `nodes.NAME.mac`, or change that of the other',
          ),
        ]
      }),
    )
    return orOk(found, `none of ${own.size} is used by a guest of others`)
  },
}
