import { randomUUID } from 'node:crypto'
import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { ParameterValue, ParameterValues } from '../../../../src/proxmox/validate-parameters.ts'
import type { Access, Token } from '../../../world/access.ts'
import { existingUser, splitUserId } from '../../auth/user-id.ts'
import type { Call, Handlers } from '../../call.ts'
import { badParameters, died } from '../../failure.ts'
import { changeAccess } from './change.ts'

interface TokenId {
  userid: string
  tokenid: string
}

interface TokenFields extends TokenId {
  privsep?: boolean
  expire?: number
  comment?: string
}

/** What the API shows of a token. */
export function tokenInfo(token: Token) {
  const { expire, comment, privsep } = token
  return { expire, privsep: privsep ? 1 : 0, ...(comment === undefined ? {} : { comment }) }
}

function tokenIn(access: Access, { userid, tokenid }: TokenId): Token {
  const user = access.users.find((each) => each.userid === userid)
  if (user === undefined) throw died(`no such user ('${userid}')`)
  const token = user.tokens.find((each) => each.tokenid === tokenid)
  if (token === undefined) throw died(`no such token '${tokenid}' for user '${userid}'`)
  return token
}

function existingToken({ sim, params }: Call<TokenId>): Token {
  splitUserId(params.userid)
  return tokenIn(sim.world.access, params)
}

function list({ sim, params }: Call<{ userid: string }>) {
  const user = existingUser(sim.world, params.userid)
  return user.tokens.map((token) => ({ tokenid: token.tokenid, ...tokenInfo(token) }))
}

/** The settings as they were sent: the genuine answer repeats them without changing their type. */
function asSent(raw: ParameterValues, keys: readonly string[]): Record<string, ParameterValue> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = raw[key]
      return value === undefined || value === null ? [] : [[key, value]]
    }),
  )
}

function create({ sim, params, raw }: Call<TokenFields>) {
  const { userid, tokenid, comment } = params
  const user = existingUser(sim.world, userid)
  if (user.tokens.some((token) => token.tokenid === tokenid)) throw badParameters({ tokenid: 'Token already exists.' })
  const secret = randomUUID()
  user.tokens.push({
    tokenid,
    secret,
    privsep: params.privsep ?? true,
    expire: params.expire ?? 0,
    ...(comment ? { comment } : {}),
  })
  const info = { privsep: 1, ...asSent(raw, ['privsep', 'expire']), ...(comment ? { comment } : {}) }
  return { info, value: secret, 'full-tokenid': `${userid}!${tokenid}` }
}

function update(call: Call<TokenFields & { regenerate?: boolean; delete?: string }>) {
  const { sim, params, raw } = call
  existingToken(call)
  const sent = asSent(raw, ['privsep', 'expire', 'comment'])
  const secret = randomUUID()
  changeAccess(sim, 'updating token info failed', (draft) => {
    const token = tokenIn(draft, params)
    if (params.privsep !== undefined) token.privsep = params.privsep
    if (params.expire !== undefined) token.expire = params.expire
    if (params.comment !== undefined) token.comment = params.comment
    if (!token.comment) delete token.comment
    for (const key of splitList(params.delete ?? '')) {
      if (key !== 'comment') throw badParameters({ delete: `unknown option '${key}'` })
      delete token.comment
    }
    if (params.regenerate) token.secret = secret
  })
  const info = tokenInfo(existingToken(call))
  const shown = { ...info, ...sent, ...('comment' in info ? {} : { comment: undefined }) }
  return params.regenerate ? { ...shown, value: secret, 'full-tokenid': `${params.userid}!${params.tokenid}` } : shown
}

function remove(call: Call<TokenId>) {
  const { sim, params } = call
  existingToken(call)
  changeAccess(sim, 'deleting token failed', (draft) => {
    const user = draft.users.find((each) => each.userid === params.userid)
    if (user !== undefined) user.tokens = user.tokens.filter((token) => token.tokenid !== params.tokenid)
    draft.acl = draft.acl.filter((entry) => entry.ugid !== `${params.userid}!${params.tokenid}`)
  })
  return null
}

/** Tokens of users. */
export const tokenHandlers: Handlers = {
  'GET /access/users/{userid}/token': list,
  'GET /access/users/{userid}/token/{tokenid}': (call) => tokenInfo(existingToken(call)),
  'POST /access/users/{userid}/token/{tokenid}': create,
  'PUT /access/users/{userid}/token/{tokenid}': update,
  'DELETE /access/users/{userid}/token/{tokenid}': remove,
}
