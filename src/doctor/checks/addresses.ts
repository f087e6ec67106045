import { mapBounded } from '../../live/bounded.ts'
import { answersAt, type OpenAddress, openAddresses } from '../../live/open-addresses.ts'
import type { Check } from '../check.ts'
import { type Finding, fail, ok, orOk } from '../finding.ts'
import type { Patient } from '../patient.ts'

const AT_ONCE = 32
const MOST_ASKED = 512

export const addresses: Check = {
  name: 'addresses',
  about:
    'Nobody answers at the addresses of machines that are not there yet, and no VM or container of others is set to them.',
  run: async (patient) => {
    const open = openAddresses(patient.desired, await patient.observed())
    if (open.length === 0) return [ok('no address waits for its machine')]
    const settled = await configured(patient, open)
    const rest = open.filter(({ address }) => !settled.some(({ text }) => text.startsWith(`${address} `)))
    const asked = rest.slice(0, MOST_ASKED)
    const heard = await mapBounded(asked, AT_ONCE, async ({ address, of }) => {
      const isTaken = await answersAt(patient.world, address)
      return isTaken ? [fail(`${address} of ${of} answers already, and not as a machine of this cluster`, FREE)] : []
    })
    return orOk([...settled, ...heard.flat()], silence(asked.length, open.length))
  },
}

/** What can be said when nobody answered: no more than was asked. */
export function silence(asked: number, all: number): string {
  if (asked < all) return `nobody answers at the first ${asked} of ${all} to be given; the others were not asked`
  return `nobody answers at ${all === 1 ? 'the one' : `the ${all}`} to be given`
}

const FREE = 'give it free, or choose others with `addresses` or `network.vip`'

/** What others are set to, VMs by cloud-init and containers by their cards, as far as they can be asked. */
async function configured({ neighbours }: Patient, open: readonly OpenAddress[]): Promise<readonly Finding[]> {
  const others = (await neighbours()) ?? []
  return open.flatMap(({ address, of }) =>
    others.flatMap(({ vmid, name, config }) => {
      const isSet = Object.entries(config).some(
        ([key, text]) => /^(?:ipconfig|net)\d+$/.test(key) && text.split(/[,=/]/).includes(address),
      )
      return isSet ? [fail(`${address} of ${of} is set on ${name ?? 'a guest'} (${vmid})`, FREE)] : []
    }),
  )
}
