import { mapBounded } from '../../live/bounded.ts'
import type { Desired } from '../../resolve/desired.ts'
import type { World } from '../../world/world.ts'
import type { Check } from '../check.ts'
import { type Finding, fail, ok, orOk } from '../finding.ts'
import type { Patient } from '../patient.ts'

const TALOS_PORT = 50_000
const ANSWER_MS = 1500
const AT_ONCE = 32
const MOST_ASKED = 512

export const addresses: Check = {
  name: 'addresses',
  about:
    'Nobody answers at the addresses of machines that are not there yet, and no VM or container of others is set to them.',
  run: async (patient) => {
    const open = await openAddresses(patient)
    if (open.length === 0) return [ok('no address waits for its machine')]
    const settled = await configured(patient, open)
    const rest = open.filter(({ address }) => !settled.some(({ text }) => text.startsWith(`${address} `)))
    const asked = rest.slice(0, MOST_ASKED)
    const heard = await mapBounded(asked, AT_ONCE, async ({ address, of }) => {
      const isTaken = await answers(patient.world, address)
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

interface Open {
  readonly address: string
  /** Whose it will be. */
  readonly of: string
}

/** Addresses that will be given and are not in use by the cluster itself. */
async function openAddresses({ desired, observed }: Patient): Promise<readonly Open[]> {
  const { vms, unread } = await observed()
  const there = new Set([...vms, ...unread].map(({ vmid }) => vmid))
  const machines = desired.machines.filter(({ vmid }) => !there.has(vmid))
  const own = machines.flatMap(({ name, nics }) =>
    nics.flatMap((nic) => nic.addresses.map(({ address }) => ({ address, of: name }))),
  )
  return [...own, ...openVips(desired, there)]
}

/** Once a control plane exists, it may well hold the virtual address. */
function openVips({ machines, network }: Desired, there: ReadonlySet<number>): readonly Open[] {
  const isBegun = machines.some(({ role, vmid }) => role === 'controlplane' && there.has(vmid))
  return isBegun ? [] : network.vips.map((address) => ({ address, of: 'the Kubernetes API' }))
}

/** What others are set to, VMs by cloud-init and containers by their cards, as far as they can be asked. */
async function configured({ neighbours }: Patient, open: readonly Open[]): Promise<readonly Finding[]> {
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

/** Whether somebody is there: also a refusal is an answer. */
async function answers({ dial }: World, address: string): Promise<boolean> {
  try {
    const socket = await dial(address, TALOS_PORT, AbortSignal.timeout(ANSWER_MS))
    socket.destroy()
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
  }
}
