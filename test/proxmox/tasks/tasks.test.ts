import { beforeAll, describe, expect, test } from 'vitest'
import { performTask, readUpid } from '../../../src/proxmox/tasks/perform-task.ts'
import { parseUpid, type Upid } from '../../../src/proxmox/tasks/upid.ts'
import { stopTask, type TaskEvent, waitForTask } from '../../../src/proxmox/tasks/wait-for-task.ts'
import { answer, type Certificates, type Handler, makeCertificates, refuse, withServer } from '../client/support.ts'

let certificates: Certificates
beforeAll(async () => {
  certificates = await makeCertificates()
})

const upidText = 'UPID:pve1:0003F2A1:00A1B2C3:66E1F2A0:qmstart:100:talmox@pve!ci:'
const upid: Upid = parseUpid(upidText) ?? fail()
function fail(): never {
  throw new Error('not the name of a task')
}

type Status = 'running' | 'no such task' | 'crash' | { readonly exit: string }
const OK: Status = { exit: 'OK' }

/** A Proxmox whose task goes through these states, one at each question, and stays in the last. */
function taskServer(states: readonly Status[], log: readonly string[] = []) {
  const left = [...states]
  const counts = { status: 0, start: 0, log: 0 }
  const handler: Handler = (request, response) => {
    if (request.method === 'POST') {
      counts.start += 1
      return answer(response, upidText)
    }
    if (request.url.includes('/log')) {
      counts.log += 1
      const skip = Number(new URL(request.url, 'https://x').searchParams.get('start'))
      const lines = log.length === 0 ? ['no content'] : log
      return answer(response, lines.map((t, index) => ({ n: index + 1, t })).slice(skip, skip + 500))
    }
    counts.status += 1
    const state = (left.length > 1 ? left.shift() : left[0]) ?? OK
    if (state === 'crash') return response.socket?.destroy()
    if (state === 'no such task')
      return refuse(response, 400, 'Parameter verification failed.', { upid: 'no such task' })
    if (state === 'running') return answer(response, { status: 'running', upid: upidText })
    return answer(response, { status: 'stopped', exitstatus: state.exit, upid: upidText })
  }
  return { handler, counts }
}

describe('waiting for a task', () => {
  test('asks once it may be over, then quickly, then more slowly, up to a bound', async () => {
    const { handler } = taskServer([...Array<Status>(40).fill('running'), OK])
    await withServer(certificates, handler, async ({ client, clock }) => {
      expect(await waitForTask(client, upid)).toEqual({ upid, warnings: [] })
      expect(clock.waits.slice(0, 2)).toEqual([1000, 250])
      expect(clock.waits.at(-1)).toBe(1000)
    })
  })

  test('asks about the task on its node, by its whole name', async () => {
    const { handler } = taskServer([OK])
    await withServer(certificates, handler, async ({ client, server }) => {
      await waitForTask(client, upid)
      expect(decodeURIComponent(server.seen[0]?.url ?? '')).toBe(`/api2/json/nodes/pve1/tasks/${upidText}/status`)
    })
  })

  test('tells each line of the log once', async () => {
    const log = Array.from({ length: 1203 }, (_, index) => `line ${index + 1}`)
    const { handler } = taskServer([...Array<Status>(16).fill('running'), OK], log)
    const events: TaskEvent[] = []
    await withServer(certificates, handler, async ({ client }) => {
      await waitForTask(client, upid, { onEvent: (event) => events.push(event) })
      expect(events.map((event) => (event.kind === 'line' ? event.text : event.kind))).toEqual(log)
    })
  })

  test('does not read the log of a task that is over soon', async () => {
    const { handler, counts } = taskServer(['running', OK], ['line'])
    await withServer(certificates, handler, async ({ client }) => {
      await waitForTask(client, upid, { onEvent: () => undefined })
      expect(counts.log).toBe(0)
    })
  })

  test('takes warnings for a success and shows them', async () => {
    const log = ['create', 'WARN: disk is slow', 'WARN: \u001b[1mbold', 'TASK WARNINGS: 2']
    const { handler } = taskServer([{ exit: 'WARNINGS: 2' }], log)
    await withServer(certificates, handler, async ({ client }) => {
      expect((await waitForTask(client, upid)).warnings).toEqual(['disk is slow', '␛[1mbold'])
    })
  })

  test('asks again while Proxmox does not know the task yet, or not how it ended', async () => {
    const states: Status[] = ['no such task', 'no such task', 'running', { exit: 'unexpected status' }, OK]
    const { handler, counts } = taskServer(states)
    await withServer(certificates, handler, async ({ client }) => {
      expect(await waitForTask(client, upid)).toEqual({ upid, warnings: [] })
      expect(counts.status).toBe(5)
    })
  })

  test.each<Status>([{ exit: 'unexpected status' }, 'no such task'])(
    'gives up when %j does not change',
    async (state) => {
      const { handler, counts } = taskServer([state])
      await withServer(certificates, handler, async ({ client }) => {
        await expect(waitForTask(client, upid)).rejects.toMatchObject({
          code: 'proxmox-task-lost',
          message: 'the task qmstart 100 on pve1 ended without a trace of how',
        })
        expect(counts.status).toBe(6)
      })
    },
  )

  test('reports a failed task with its reason and the end of its log', async () => {
    const log = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`)
    const { handler } = taskServer([{ exit: "bridge 'vmbr7' does not exist" }], [...log, 'TASK ERROR: bridge'])
    await withServer(certificates, handler, async ({ client }) => {
      const lines = log.slice(-10).map((line) => `\n  ${line}`)
      await expect(waitForTask(client, upid)).rejects.toMatchObject({
        code: 'proxmox-not-found',
        call: upidText,
        reason: "bridge 'vmbr7' does not exist",
        message: `the task qmstart 100 on pve1 failed: bridge 'vmbr7' does not exist${lines.join('')}`,
      })
    })
  })

  test('survives answers that break off, and does not mistake silence for a failed task', async () => {
    const { handler } = taskServer(['running', 'crash', 'running', OK])
    await withServer(certificates, handler, async ({ client }) => {
      expect(await waitForTask(client, upid)).toEqual({ upid, warnings: [] })
    })
    const { handler: dead } = taskServer(['crash'])
    await withServer(certificates, dead, async ({ client }) => {
      await expect(waitForTask(client, upid)).rejects.toMatchObject({ code: 'proxmox-task-lost', again: 'unknown' })
    })
  })

  test('ends at the limit, with the name under which the task goes on', async () => {
    const { handler } = taskServer(['running'])
    await withServer(certificates, handler, async ({ client }) => {
      await expect(waitForTask(client, upid, { limit: 60_000 })).rejects.toMatchObject({
        code: 'proxmox-task-slow',
        hint: expect.stringContaining(upidText),
      })
    })
  })

  test('ends when whoever waits is interrupted, without stopping the task', async () => {
    const controller = new AbortController()
    const { handler } = taskServer(['running'])
    await withServer(
      certificates,
      (request, response) => {
        controller.abort(new Error('interrupted'))
        handler(request, response)
      },
      async ({ client, server }) => {
        await expect(waitForTask(client, upid, { signal: controller.signal })).rejects.toThrow('interrupted')
        expect(server.seen.every(({ method }) => method === 'GET')).toBe(true)
      },
    )
  })

  test('goes on after the task of an HA-managed machine until the machine is there', async () => {
    const request = parseUpid(upidText.replace('qmstart', 'hastart')) ?? fail()
    const { handler } = taskServer([OK])
    let looks = 0
    await withServer(certificates, handler, async ({ client, clock }) => {
      await waitForTask(client, request, { settled: async () => ++looks === 4 })
      expect(looks).toBe(4)
      expect(clock.waits).toHaveLength(4)
      await expect(waitForTask(client, request, { settled: async () => false, limit: 9000 })).rejects.toMatchObject({
        code: 'proxmox-task-slow',
      })
    })
  })

  test('asks nothing more after a task that did the work itself', async () => {
    const { handler } = taskServer([OK])
    await withServer(certificates, handler, async ({ client }) => {
      expect(await waitForTask(client, upid, { settled: () => fail() })).toEqual({ upid, warnings: [] })
    })
  })

  test('a task can be stopped', async () => {
    await withServer(
      certificates,
      (_, response) => answer(response, null),
      async ({ client, server }) => {
        await stopTask(client, upid)
        expect(server.seen[0]?.method).toBe('DELETE')
        expect(decodeURIComponent(server.seen[0]?.url ?? '')).toBe(`/api2/json/nodes/pve1/tasks/${upidText}`)
      },
    )
  })
})

describe('performing a task', () => {
  const start = '/nodes/{node}/qemu/{vmid}/status/start'
  const vm = { node: 'pve1', vmid: 100 }
  const locked = "can't lock file '/var/lock/qemu-server/lock-100.conf' - got timeout"

  test('tells its name at once, so that another run can find it', async () => {
    const { handler } = taskServer([...Array<Status>(16).fill('running'), OK], ['hello'])
    const events: TaskEvent[] = []
    await withServer(certificates, handler, async ({ client }) => {
      const onEvent = (event: TaskEvent) => events.push(event)
      await performTask(client, (options) => client.post(start, vm, options), { onEvent })
      expect(events).toEqual([
        { kind: 'started', upid },
        { kind: 'line', upid, text: 'hello' },
      ])
    })
  })

  test('is started again when the task found a lock held, and when the answer said so', async () => {
    const { handler, counts } = taskServer([{ exit: locked }, 'running', { exit: 'VM is locked (backup)' }, OK])
    let refusals = 1
    await withServer(
      certificates,
      (request, response) =>
        request.method === 'POST' && refusals-- > 0 ? refuse(response, 500, locked) : handler(request, response),
      async ({ client, clock }) => {
        await performTask(client, (options) => client.post(start, vm, options))
        expect(counts.start).toBe(3)
        // The first is for the task, the others are for the lock.
        expect(clock.waits.filter((ms) => ms >= 1000)).toEqual([1000, 1000, 2000, 4000])
      },
    )
  })

  test('is not started again after any other failure, nor when it is out of sight', async () => {
    for (const state of [{ exit: 'VM 100 already running' }, 'crash'] as const) {
      const { handler, counts } = taskServer([state])
      await withServer(certificates, handler, async ({ client }) => {
        await expect(performTask(client, (options) => client.post(start, vm, options))).rejects.toThrow('qmstart')
        expect(counts.start).toBe(1)
      })
    }
  })

  test('is looked for when nobody knows whether it was done', async () => {
    const { handler, counts } = taskServer([{ exit: 'unexpected status' }])
    await withServer(certificates, handler, async ({ client }) => {
      const reread = async () => counts.start === 2
      expect(await performTask(client, (options) => client.post(start, vm, options), { reread })).toBeUndefined()
      expect(counts.start).toBe(2)
    })
  })

  test('has nothing to wait for where Proxmox did the work at once', async () => {
    await withServer(
      certificates,
      (_, response) => answer(response, null),
      async ({ client }) => {
        expect(await performTask(client, (options) => client.post(start, vm, options))).toBeUndefined()
      },
    )
  })

  test('does not take any other answer for a task', () => {
    expect(readUpid(upidText)).toEqual(upid)
    expect(() => readUpid('done')).toThrow('without the name of a task, but "done"')
  })
})
