import { describe, expect, test } from 'vitest'
import { readConnection } from '../../../src/proxmox/credentials/connection.ts'
import type { Desired } from '../../../src/resolve/desired.ts'

const TOKEN = 'talmox@pve!ci=0b2c9a51-6a0f-4c8e-9d0a-5f1d2e3c4b5a'
const OTHER = 'root@pam!main=11111111-6a0f-4c8e-9d0a-5f1d2e3c4b5a'
type Proxmox = Desired['proxmox']

const file: Proxmox = {
  endpoints: ['https://pve1.lan:8006'],
  tls: { insecure: true },
  credentials: { type: 'token', username: undefined, from: { env: 'PROXMOX_VE_API_TOKEN' }, totp: undefined },
  hosts: [],
  pool: undefined,
}

function connect(changes: Partial<Proxmox>, env: Record<string, string>, folder = '/clusters') {
  return readConnection({ ...file, ...changes }, { env, folder, log: { warn: () => undefined } })
}

const credentials = (changes: Partial<Proxmox['credentials']>) => ({
  credentials: { ...file.credentials, ...changes },
})

describe('the address of Proxmox', () => {
  const env = { PROXMOX_VE_API_TOKEN: TOKEN }
  const urls = async (changes: Partial<Proxmox>, more: Record<string, string>) =>
    (await connect(changes, { ...env, ...more })).endpoints.map(({ url }) => url)

  test('comes from the file, from our variable before it, and from the common one where the file is silent', async () => {
    const common = { PROXMOX_VE_ENDPOINT: 'https://common.lan:8006/' }
    const ours = { TALMOX_PROXMOX_ENDPOINT: 'https://a.lan:8006, https://b.lan:8006' }
    expect(await urls({}, common)).toEqual(['https://pve1.lan:8006'])
    expect(await urls({ endpoints: [] }, common)).toEqual(['https://common.lan:8006'])
    expect(await urls({}, { ...common, ...ours })).toEqual(['https://a.lan:8006', 'https://b.lan:8006'])
  })
  test('is asked for when it is nowhere', async () => {
    await expect(urls({ endpoints: [] }, {})).rejects.toMatchObject({ code: 'proxmox-endpoint' })
  })
  test.each(['pve1.lan', 'http://pve1.lan:8006'])('cannot be %s', async (text) => {
    await expect(urls({}, { TALMOX_PROXMOX_ENDPOINT: text })).rejects.toThrow(`${text} is not the address`)
  })
})

describe('whom to log in as', () => {
  const loginOf = async (changes: Partial<Proxmox>, env: Record<string, string>) => (await connect(changes, env)).login

  test('a token of the environment, ours before the one that the file names', async () => {
    expect(await loginOf({}, { PROXMOX_VE_API_TOKEN: ` ${TOKEN}\n` })).toEqual({ kind: 'token', token: TOKEN })
    const both = { PROXMOX_VE_API_TOKEN: TOKEN, TALMOX_PROXMOX_API_TOKEN: OTHER }
    expect(await loginOf({}, both)).toEqual({ kind: 'token', token: OTHER })
    expect(await loginOf({}, { PROXMOX_VE_API_TOKEN: `PVEAPIToken=${TOKEN}` })).toEqual({ kind: 'token', token: TOKEN })
  })
  test('user and password of the environment, where there is no token', async () => {
    const env = { PROXMOX_VE_USERNAME: 'root@pam', PROXMOX_VE_PASSWORD: 'secret word' }
    expect(await loginOf({}, env)).toEqual({
      kind: 'password',
      username: 'root@pam',
      password: 'secret word',
      totp: undefined,
    })
    expect(await loginOf({}, { ...env, PROXMOX_VE_API_TOKEN: TOKEN })).toMatchObject({ kind: 'token' })
    const ours = { TALMOX_PROXMOX_USERNAME: 'ops@pve', TALMOX_PROXMOX_PASSWORD: 'other' }
    const all = { ...env, ...ours, PROXMOX_VE_API_TOKEN: TOKEN }
    expect(await loginOf({}, all)).toMatchObject({ username: 'ops@pve', password: 'other' })
  })
  test('a user of the file, with the password from its source or from the common variable', async () => {
    const user = { type: 'password', username: 'root@pam' } as const
    expect(await loginOf(credentials(user), { PROXMOX_VE_PASSWORD: 'a' })).toMatchObject({ password: 'a' })
    const named = credentials({ ...user, from: { env: 'MY_PASSWORD' } })
    expect(await loginOf(named, { MY_PASSWORD: 'b', PROXMOX_VE_PASSWORD: 'a' })).toMatchObject({ password: 'b' })
  })
  test('a one-time code is asked for each time it is needed', async () => {
    const codes: Record<string, string> = { PROXMOX_VE_PASSWORD: 'a', CODE: '111111' }
    const login = await loginOf(credentials({ type: 'password', username: 'root@pam', totp: { env: 'CODE' } }), codes)
    if (login.kind !== 'password') throw new Error('not a password')
    expect(await login.totp?.()).toBe('111111')
    codes.CODE = '222222'
    expect(await login.totp?.()).toBe('222222')
  })
  test('nobody, when the user is not known', async () => {
    await expect(loginOf(credentials({ type: 'password' }), {})).rejects.toMatchObject({ code: 'proxmox-username' })
  })
  test('nobody, when the variable is not set, or is empty', async () => {
    await expect(loginOf({}, {})).rejects.toThrow(
      'the API token: the environment variable PROXMOX_VE_API_TOKEN is not set',
    )
    await expect(loginOf({}, { PROXMOX_VE_API_TOKEN: ' ' })).rejects.toThrow('holds nothing')
  })
  test.each([
    'secret-value',
    'root@pam=secret-value',
    'root@pam!x=',
    'root!tok=secret-value',
    'a b@pve!tok=secret-value',
    'root@pam!tok=secret-value\u2026',
    'r\u00f6\u0161@pam!tok=secret-value',
  ])('nobody, when the token is malformed, without showing it: %s', async (token) => {
    const error: unknown = await loginOf({}, { PROXMOX_VE_API_TOKEN: token }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'proxmox-token',
      message: 'what the environment variable PROXMOX_VE_API_TOKEN holds is not an API token',
      hint: expect.stringContaining('USER@REALM!NAME=SECRET'),
    })
    expect(JSON.stringify(error) + String(error)).not.toContain('secret-value')
  })
})

describe('how certificates are checked', () => {
  const env = { PROXMOX_VE_API_TOKEN: TOKEN }
  const kindOf = async (tls: Proxmox['tls'], more: Record<string, string>) =>
    (await connect({ tls }, { ...env, ...more })).trust.kind

  test('the environment may say not at all, unless the file says how', async () => {
    expect(await kindOf({}, {})).toBe('authorities')
    expect(await kindOf({}, { PROXMOX_VE_INSECURE: 'true' })).toBe('anything')
    expect(await kindOf({}, { TALMOX_PROXMOX_INSECURE: '0', PROXMOX_VE_INSECURE: '1' })).toBe('authorities')
    expect(await kindOf({ insecure: false }, { PROXMOX_VE_INSECURE: '1' })).toBe('authorities')
    expect(await kindOf({ fingerprint: [Array(32).fill('AB').join(':')] }, { PROXMOX_VE_INSECURE: '1' })).toBe('pins')
  })
  test('a CA file is looked for beside the cluster file', async () => {
    await expect(connect({ tls: { caFile: 'ca.pem' } }, env, '/nowhere')).rejects.toThrow('/nowhere/ca.pem')
  })
})
