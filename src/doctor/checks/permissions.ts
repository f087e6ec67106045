import { mapBounded } from '../../live/bounded.ts'
import { readRecord } from '../../proxmox/decode.ts'
import { needsFor, type Wish, wishesOf } from '../../proxmox/permissions/needs.ts'
import { type Grant, grantKey, grantsIn, isMet } from '../../proxmox/permissions/requirement.ts'
import type { Check } from '../check.ts'
import { type Finding, fail, ok } from '../finding.ts'
import type { Patient } from '../patient.ts'

export const permissions: Check = {
  name: 'permissions',
  about: 'The token has every privilege that this cluster file needs; each missing one is named with its path.',
  run: async (patient) => {
    if (patient.user === 'root@pam') return [ok('root@pam may do everything')]
    const [release, hosts, vnets] = await Promise.all([patient.release(), patient.hosts(), patient.vnets()])
    const zones = new Map(vnets.map(({ name, zone }) => [name, zone]))
    const wishes = wishesOf(patient.desired, { release: release.major, hosts, zones })
    const held = await privilegesOn(patient, pathsOf(wishes))
    const unmet = wishes.filter(({ requirement }) => !isMet(requirement, held))
    const beyond = unmet.filter(({ requirement }) => !isMet(requirement, () => true))
    const count = needsFor(wishes).length
    const found = [...missing(wishes, unmet, held, patient), ...rootOnly(beyond, patient)]
    return found.length === 0 ? [ok(`${patient.user} has all ${count} rights that are needed`)] : found
  },
}

const pathsOf = (wishes: readonly Wish[]): readonly string[] => [
  ...new Set(wishes.flatMap(({ requirement }) => grantsIn(requirement).map(({ path }) => path))),
]

type Held = (grant: Grant) => boolean

/** Asks for each path as it is: what is listed without a path leaves out where everything is denied. */
async function privilegesOn({ client }: Patient, paths: readonly string[]): Promise<Held> {
  const answers = await mapBounded(paths, 8, async (path) => {
    const answer = readRecord(await client.get('/access/permissions', { path }))
    return Object.keys(readRecord(answer?.[path]) ?? {}).map((privilege) => grantKey({ path, privilege }))
  })
  const held = new Set(answers.flat())
  return (grant) => held.has(grantKey(grant))
}

/** The rights to give: those of the whole cluster that are not there and without which something cannot be done. */
function missing(
  wishes: readonly Wish[],
  unmet: readonly Wish[],
  held: Held,
  { user, roleCommand }: Patient,
): Finding[] {
  const open = new Set(unmet.map(({ call }) => call.why))
  return needsFor(wishes)
    .filter((need) => need.why.some((why) => open.has(why)) && !isHeld(need, unmet, held))
    .map(({ privilege, path, why }) =>
      fail(
        `${user} lacks ${privilege} on ${path}, needed to ${why.join(' and to ')}`,
        `${roleCommand} prints the commands that give it`,
      ),
    )
}

/** Whether a right that is given on all VMs is there on each that something asks it for. */
function isHeld(need: Grant, unmet: readonly Wish[], held: Held): boolean {
  const asked = unmet
    .flatMap(({ requirement }) => grantsIn(requirement))
    .filter(({ privilege, path }) => privilege === need.privilege && path.replace(/^\/vms\/\d+$/, '/vms') === need.path)
  return asked.every(held)
}

function rootOnly(beyond: readonly Wish[], { user }: Patient): Finding[] {
  const whys = [...new Set(beyond.map(({ call }) => call.why))]
  return whys.map((why) =>
    fail(
      `only root@pam may ${why} as the file wants it, and this is ${user}`,
      'sign in as root@pam with a password, or take out what only root may set (talmox validate names it)',
    ),
  )
}
