import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { World } from '../../../world/world.ts'
import { normalisePath } from '../../auth/acl-path.ts'
import { enabledUser, type Login, login } from '../../auth/login.ts'
import { aclPaths, has, privilegesAt } from '../../auth/rights.ts'
import { assembleCsrfToken, assembleTicket, readTicket } from '../../auth/tickets.ts'
import type { Call, Handlers } from '../../call.ts'
import { Failure } from '../../failure.ts'

const refused = () => new Failure(401, 'authentication failure\n', { raised: true })

type TicketCall = Call<{
  username: string
  password: string
  realm?: string
  otp?: string
  path?: string
  privs?: string
  'tfa-challenge'?: string
}>

function createTicket({ sim, params }: TicketCall) {
  const { world, clock } = sim
  const username = params.realm === undefined ? params.username : `${params.username}@${params.realm}`
  const { password, otp, path, privs } = params
  const isCheck = path !== undefined && privs !== undefined
  const challenge = isCheck ? undefined : params['tfa-challenge']
  const outcome = login(world, clock, { username, password, otp, challenge })
  if (outcome === 'refused') throw refused()
  if (isCheck) {
    requireRight(world, username, path, privs)
    return { username, cap: capabilities(world, username), ...clusterName(world, username) }
  }
  return { ...freshTicket({ sim }, username, outcome), ...clusterName(world, username) }
}

/** The older way of asking whether somebody may do something: a login that gives no ticket. */
function requireRight(world: World, username: string, path: string, privs: string): void {
  const at = normalisePath(path)
  const wanted = splitList(privs)
  if (at === undefined || wanted.length === 0 || !has(world, username, at, wanted)) throw refused()
}

function freshTicket({ sim }: Pick<TicketCall, 'sim'>, username: string, outcome: Exclude<Login, 'refused'>) {
  const { world, clock } = sim
  const csrf = { CSRFPreventionToken: assembleCsrfToken(world, clock, username), username }
  if (outcome !== 'complete') {
    return { ...csrf, NeedTFA: 1, ticket: assembleTicket(world, clock, outcome.challenge, username) }
  }
  return { ...csrf, ticket: assembleTicket(world, clock, username), cap: capabilities(world, username) }
}

function clusterName(world: World, username: string): { clustername?: string } {
  const { cluster } = world
  return cluster !== undefined && has(world, username, '/', ['Sys.Audit']) ? { clustername: cluster.name } : {}
}

/** Which privileges count in which part of the web interface. */
const areas: Readonly<Record<string, RegExp>> = {
  access: /^(?:User\.|Group\.|Permissions\.Modify)/,
  dc: /^(?:Sys\.Audit|Sys\.Modify|SDN\.)/,
  mapping: /^(?:Mapping\.|Permissions\.Modify)/,
  nodes: /^(?:Sys\.|Permissions\.Modify)/,
  sdn: /^(?:SDN\.|Permissions\.Modify)/,
  storage: /^(?:Datastore\.|Permissions\.Modify)/,
  vms: /^(?:VM\.|Permissions\.Modify)/,
}

const ASKED = ['/', '/nodes', '/access/groups', '/vms', '/storage', '/sdn', '/mapping']

/** What the web interface offers to a user: the privileges that are held anywhere in each part. */
function capabilities(world: World, username: string): Record<string, Record<string, 1>> {
  const found = Object.fromEntries(Object.keys(areas).map((area) => [area, new Map<string, 1>()]))
  for (const path of new Set([...ASKED, ...aclPaths(world)])) {
    const top = /^\/(\w+)/.exec(path)?.[1] ?? 'dc'
    const targets = top === 'pool' ? ['vms', 'storage'] : [top]
    for (const priv of privilegesAt(world, username, path).keys()) {
      for (const target of targets) if (areas[target]?.test(priv)) found[target]?.set(priv, 1)
    }
  }
  return Object.fromEntries(Object.entries(found).map(([area, privs]) => [area, Object.fromEntries(privs)]))
}

function verifyConsoleTicket({
  sim,
  params,
}: Call<{ authid: string; vncticket: string; path: string; privs: string }>) {
  const { world, clock } = sim
  const path = normalisePath(params.path)
  const bound = `${params.authid}:${path}`
  const isValid = path !== undefined && readTicket(world, clock, params.vncticket, bound) !== undefined
  if (!isValid || enabledUser(world, clock, params.authid) === undefined) throw refused()
  requireRight(world, params.authid, params.path, params.privs)
  return null
}

/** Logging in. */
export const ticketHandlers: Handlers = {
  'GET /access/ticket': () => null,
  'POST /access/ticket': createTicket,
  'POST /access/vncticket': verifyConsoleTicket,
}
