import { list } from '../../placement/words.ts'
import type { Path } from '../../spec/problem.ts'
import type { Draft } from '../draft.ts'
import { groupBy } from '../group-by.ts'
import { nicName, nicPath } from '../holdings.ts'
import type { Finding, Rule } from '../rule.ts'

interface Card {
  readonly machine: Draft
  readonly nic: number
  /** Where the MAC address is written; nothing when it is computed. */
  readonly written: Path | undefined
}

/** Two NICs with one MAC address take each other's packets. */
export const duplicateMac: Rule = {
  code: 'duplicate-mac',
  severity: 'error',
  summary: 'no two NICs have the same MAC address',
  check: ({ machines }) => {
    const cards = machines.flatMap((machine) =>
      machine.nics.map(({ mac }, nic) => ({ machine, nic, mac, written: writtenMac(machine, nic) })),
    )
    const clashes = [...groupBy(cards, ({ mac }) => mac)].filter(([, all]) => all.length > 1)
    return clashes.map(([mac, all]): Finding => {
      const culprit = all.findLast(({ written }) => written !== undefined) ?? all[0]
      return {
        path: culprit.written ?? culprit.machine.pool.path,
        message: `MAC address ${mac} is that of ${list(all.map(nicName))}`,
        hint: wayOut(culprit),
      }
    })
  },
}

function writtenMac(machine: Draft, nic: number): Path | undefined {
  if (nic > 0) {
    const said = machine.settings.network?.nics?.[nic - 1]?.mac
    return said === undefined ? undefined : [...nicPath(machine, nic), 'mac']
  }
  const origin = machine.origins.get('nics[0].mac')
  return origin?.from === 'file' ? origin.path : undefined
}

function wayOut(culprit: Card): string {
  if (culprit.written === undefined)
    return 'computed addresses met by chance: shorten network.macPrefix, or give one of them a MAC address under nodes'
  if (culprit.written[0] === 'nodes') return 'leave the line out, and a MAC address is computed'
  return 'here it goes to every machine: leave it out, and MAC addresses are computed, or write it under nodes'
}
