import { expect, test } from 'vitest'
import { connectProxmox } from '../../src/cli/connect-proxmox.ts'
import { printer } from '../../src/cli/printer.ts'
import type { Desired } from '../../src/resolve/desired.ts'
import { realClock } from '../../src/world/clock.ts'
import type { Dial } from '../../src/world/dial.ts'
import { realDial } from '../../src/world/dial.ts'
import { realListen } from '../../src/world/listen.ts'
import { withWorld } from '../sim/harness.ts'
import { fakeIo } from './run.ts'

const SECRET = '00000000-0000-4000-8000-000000000001'

const proxmox: Desired['proxmox'] = {
  endpoints: ['https://pve1.lan:8006'],
  tls: {},
  credentials: { type: 'token', username: undefined, from: { env: 'PROXMOX_VE_API_TOKEN' }, totp: undefined },
  hosts: [],
  pool: undefined,
}

/** The session of a command whose connections to pve1.lan all lead to the port. */
function sessionTo(port: number, env: Record<string, string>) {
  const dialled: string[] = []
  const dial: Dial = (host, wanted, signal) => {
    dialled.push(`${host}:${wanted}`)
    return realDial('127.0.0.1', port, signal)
  }
  const { io, read } = fakeIo({ env })
  const session = {
    io,
    out: printer(io.stdout, env, 'auto'),
    err: printer(io.stderr, env, 'auto'),
    world: { clock: realClock, dial, listen: realListen },
    commands: [],
  }
  return { session, read, dialled }
}

test('a client finds its endpoint in the file, its token in the environment, and its way through the world', () =>
  withWorld(async ({ port }) => {
    const env = { PROXMOX_VE_API_TOKEN: `root@pam!main=${SECRET}`, PROXMOX_VE_INSECURE: 'true' }
    const { session, read, dialled } = sessionTo(port, env)
    const { client, redaction } = await connectProxmox(proxmox, 'lab/cluster.yaml', session)
    try {
      expect(await client.get('/version', {})).toMatchObject({ release: '9.2' })
      await client.get('/nodes', {})
    } finally {
      client.close()
    }
    expect(new Set(dialled)).toEqual(new Set(['pve1.lan:8006']))
    expect(read().stderr.match(/warning: the certificate of Proxmox is not checked/g)).toHaveLength(1)
    expect(redaction.mask(`it is ${SECRET}`)).not.toContain(SECRET)
  }))

test('without a token nothing is dialled, and the way out is said', async () => {
  const { session, dialled } = sessionTo(1, {})
  await expect(connectProxmox(proxmox, 'cluster.yaml', session)).rejects.toMatchObject({
    code: 'secret-missing',
    message: 'the API token: the environment variable PROXMOX_VE_API_TOKEN is not set',
  })
  expect(dialled).toEqual([])
})
