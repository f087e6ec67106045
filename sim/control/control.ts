import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { UserError } from '../../src/user-error.ts'
import { faultRule } from '../faults/rule.ts'
import type { RunningWorld } from '../start.ts'
import { accessOf } from './access.ts'
import { openDoors } from './doors.ts'
import { openTunnel } from './tunnel.ts'

/** The control endpoint of a world, for people and tests: it can do what nobody inside the world can. */
export interface Control {
  readonly url: string
  /** Resolves when somebody has asked for the end. */
  readonly ended: Promise<void>
  readonly close: () => void
}

/** A request to the control endpoint, understood. */
interface Wish {
  readonly running: RunningWorld
  /** What stands behind the path, such as the id of a rule. */
  readonly name: string | undefined
  readonly body: unknown
  readonly end: () => void
}

/** What can be asked for: verb and path. */
const routes: Readonly<Record<string, (wish: Wish) => unknown>> = {
  'GET /': ({ running }) => summaryOf(running),
  'GET /clock': ({ running: { clock, speed } }) => ({ now: clock.now(), speed }),
  'GET /access': ({ running }) => accessOf(running.world),
  'GET /faults': ({ running }) => running.faults.rules(),
  'POST /faults': ({ running, body }) => addFaults(running, body),
  'DELETE /faults': ({ running, name }) => {
    running.faults.remove(name)
    running.settle()
    return running.faults.rules()
  },
  'POST /shutdown': ({ end }) => {
    end()
    return { ends: true }
  },
}

/** Opens the control endpoint at an address of this computer, which nobody else can reach. */
export async function openControl(running: RunningWorld, port: number): Promise<Control> {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const server = createServer((asked, answer) => {
    void respond(running, asked, answer, end)
  })
  const enter = openDoors(running.network.listen)
  server.on('upgrade', (asked, client) => enter(asked, client))
  server.on('connect', (asked, client, head) => openTunnel(running.dial, asked, client, head))
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new UserError('control-port', `port ${port} of 127.0.0.1 cannot be listened on`, {
      hint: 'choose another with --control, or leave it out',
      cause,
    })
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the control endpoint has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    ended,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function respond(running: RunningWorld, asked: IncomingMessage, answer: ServerResponse, end: () => void) {
  const [, path = '/', name] = /^(\/[a-z]*)(?:\/([^/?]+))?$/.exec(asked.url ?? '') ?? []
  const send = (status: number, body: unknown) => {
    answer.writeHead(status, { 'Content-Type': 'application/json' })
    answer.end(`${JSON.stringify(body, undefined, 2)}\n`)
  }
  const route = routes[`${asked.method} ${path}`]
  // A page in a browser may send requests to this computer, but not under its name, nor without saying whose it is.
  const isPage = asked.headers.origin !== undefined
  const isHere = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(asked.headers.host ?? '')
  if (isPage || !isHere) return send(403, { error: 'only from here' })
  if (route === undefined) return send(404, { error: `there is only ${Object.keys(routes).join(', ')}` })
  try {
    send(200, await route({ running, name, body: await bodyOf(asked), end }))
  } catch (error) {
    // Who hung up in the middle of a question wants no answer.
    if (!asked.complete) return
    if (!(error instanceof UserError)) throw error
    send(400, { error: error.message })
  }
}

async function bodyOf(asked: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of asked) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  if (text.trim() === '') return undefined
  // YAML is what people write, and JSON is YAML.
  const { parse } = await import('yaml')
  try {
    return parse(text)
  } catch (cause) {
    throw new UserError('control-body', 'what was sent is neither YAML nor JSON', { cause })
  }
}

function addFaults(running: RunningWorld, body: unknown): unknown {
  const rules = (Array.isArray(body) ? body : [body]).map((each) => {
    const read = faultRule.safeParse(each)
    if (read.success) return read.data
    const [issue] = read.error.issues
    throw new UserError('fault-rule', `${issue?.path.join('.') || 'rule'}: ${issue?.message}`)
  })
  const added = rules.map((rule) => running.faults.add(rule) ?? { done: rule.do.kind })
  running.settle()
  return added
}

function summaryOf({ world, clock, speed, faults }: RunningWorld) {
  return {
    flavour: world.flavour,
    now: new Date(clock.now()).toISOString(),
    speed,
    hosts: world.hosts.map(({ name, ip, online }) => ({
      name,
      ip,
      online,
      machines: world.vms.filter(({ node }) => node === name).length,
    })),
    machines: world.vms.map(({ vmid, node, config, run }) => ({
      vmid,
      name: config.name ?? null,
      node,
      status: run?.status ?? 'stopped',
    })),
    storages: world.storages.map(({ storage, type }) => ({ storage, type })),
    tasks: { all: world.tasks.length, running: world.tasks.filter(({ endtime }) => endtime === undefined).length },
    faults: faults.rules().length,
  }
}
