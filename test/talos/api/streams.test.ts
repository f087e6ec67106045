import { createHash, randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { create, toBinary } from '@bufbuild/protobuf'
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect'
import { afterEach, describe, expect, test } from 'vitest'
import { openCluster } from '../../../src/talos/api/cluster.ts'
import { checkEtcdSnapshot, saveEtcdSnapshot, uploadEtcdSnapshot } from '../../../src/talos/api/etcd-snapshot.ts'
import { watchEvents } from '../../../src/talos/api/events.ts'
import { fetchKubeconfig } from '../../../src/talos/api/kubeconfig.ts'
import { readKernelLog, readServiceLog } from '../../../src/talos/api/logs.ts'
import { installUpgrade, pullImage } from '../../../src/talos/api/upgrade.ts'
import { MachineStatusEventSchema, TaskEventSchema } from '../../../src/talos/gen/machine/events_pb.ts'
import { ImageService, LifecycleService } from '../../../src/talos/gen/machine/lifecycle_pb.ts'
import { MachineService } from '../../../src/talos/gen/machine/machine_pb.ts'
import { realClock } from '../../../src/world/clock.ts'
import { credentials, dialing, startTalosServer } from './talos-server.ts'

const access = await credentials()
const closing: (() => void | Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Services = {
  machine?: Partial<ServiceImpl<typeof MachineService>>
  image?: Partial<ServiceImpl<typeof ImageService>>
  lifecycle?: Partial<ServiceImpl<typeof LifecycleService>>
}

async function node({ machine = {}, image = {}, lifecycle = {} }: Services, mask = (text: string) => text) {
  const server = await startTalosServer({
    address: '10.0.0.1',
    authority: access.authority,
    mode: 'configured',
    routes: (router) =>
      void router.service(MachineService, machine).service(ImageService, image).service(LifecycleService, lifecycle),
  })
  const cluster = openCluster({ ...access, endpoints: ['10.0.0.1'], clock: realClock, dial: dialing([server]), mask })
  closing.push(server.stop, cluster.close)
  return cluster.node('10.0.0.1')
}

const inPieces = (bytes: Uint8Array, size: number) =>
  async function* () {
    for (let at = 0; at < bytes.length; at += size) yield { bytes: bytes.subarray(at, at + size) }
  }

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

describe('kubeconfig', () => {
  const header = Buffer.alloc(512)
  header.write('kubeconfig', 0)
  header.write('00000000014', 124)
  const content = Buffer.from('apiVersion: v')

  test('is read from an archive that was never finished', async () => {
    const archive = gzipSync(Buffer.concat([header, content.subarray(0, 12)]))
    const text = await fetchKubeconfig(await node({ machine: { kubeconfig: inPieces(archive, 7) } }))
    expect(text).toBe('apiVersion: ')
  })

  test('missing from the archive is an error', async () => {
    const archive = gzipSync(Buffer.alloc(1024))
    const asked = fetchKubeconfig(await node({ machine: { kubeconfig: inPieces(archive, 100) } }))
    await expect(asked).rejects.toThrow('without a kubeconfig')
  })
})

describe('an etcd snapshot', () => {
  const folder = () => {
    const made = mkdtempSync(path.join(tmpdir(), 'talmox-snapshot-'))
    closing.push(() => rmSync(made, { recursive: true }))
    return made
  }
  const database = randomBytes(512 * 9)
  const snapshot = Buffer.concat([database, createHash('sha256').update(database).digest()])

  test('is written whole, private, and checked', async () => {
    const file = path.join(folder(), 'etcd.db')
    const saved = await saveEtcdSnapshot(await node({ machine: { etcdSnapshot: inPieces(snapshot, 1024) } }), file)
    expect(readFileSync(file).equals(snapshot)).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(saved).toEqual(await checkEtcdSnapshot(file))
    expect(saved.bytes).toBe(snapshot.length)
  })

  test('that breaks off leaves no file behind', async () => {
    const place = folder()
    const half = inPieces(snapshot, 1024)
    const machine = {
      async *etcdSnapshot() {
        yield* half()
        throw new ConnectError('etcdserver: no leader', Code.Unknown)
      },
    }
    const saved = saveEtcdSnapshot(await node({ machine }), path.join(place, 'etcd.db'))
    await expect(saved).rejects.toMatchObject({ code: 'talos-etcd-not-ready' })
    expect(readdirSync(place)).toEqual([])
  })

  test('with a wrong checksum is refused, before it is uploaded too', async () => {
    const place = folder()
    const broken = Buffer.from(snapshot)
    broken[700] = (broken[700] ?? 0) ^ 1
    let uploads = 0
    const machine = {
      etcdSnapshot: inPieces(broken, 1024),
      etcdRecover: async () => {
        uploads++
        return { messages: [{}] }
      },
    }
    const target = await node({ machine })
    await expect(saveEtcdSnapshot(target, path.join(place, 'a.db'))).rejects.toThrow('is not a whole etcd snapshot')
    writeFileSync(path.join(place, 'b.db'), broken)
    await expect(uploadEtcdSnapshot(target, path.join(place, 'b.db'))).rejects.toThrow('checksum')
    expect([readdirSync(place), uploads]).toEqual([['b.db'], 0])
  })

  test('is uploaded as it is', async () => {
    const file = path.join(folder(), 'etcd.db')
    writeFileSync(file, snapshot)
    const got: Uint8Array[] = []
    const machine = {
      async etcdRecover(pieces: AsyncIterable<{ bytes: Uint8Array }>) {
        for await (const { bytes } of pieces) got.push(bytes)
        return { messages: [{}] }
      },
    }
    await uploadEtcdSnapshot(await node({ machine }), file)
    expect(Buffer.concat(got).equals(snapshot)).toBe(true)
  })

  test('that is refused at the end of the upload is an error', async () => {
    const file = path.join(folder(), 'etcd.db')
    writeFileSync(file, snapshot)
    const machine = {
      async etcdRecover(pieces: AsyncIterable<unknown>) {
        await all(pieces)
        throw new ConnectError('etcd service is not in the right state', Code.FailedPrecondition)
      },
    }
    await expect(uploadEtcdSnapshot(await node({ machine }), file)).rejects.toMatchObject({ code: 'talos-not-ready' })
  })
})

describe('events', () => {
  const packed = (name: string, value: Uint8Array) => ({ typeUrl: `talos/runtime/${name}`, value })
  const task = toBinary(TaskEventSchema, create(TaskEventSchema, { task: 'stopAllServices', action: 1 }))
  const status = toBinary(
    MachineStatusEventSchema,
    create(MachineStatusEventSchema, { stage: 4, status: { ready: true } }),
  )

  test('are read by their type; the greeting and unknown ones are passed over', async () => {
    const machine = {
      async *events({ tailEvents }: { tailEvents: number }) {
        yield { id: `${tailEvents}` }
        yield { id: '1', actorId: 'a', data: packed('machine.TaskEvent', task) }
        yield { id: '2', data: packed('machine.SomethingNewEvent', task) }
        yield { id: '3', data: packed('machine.MachineStatusEvent', status) }
      },
    }
    const seen = await all(watchEvents(await node({ machine }), { past: 'all' }))
    expect(seen).toMatchObject([
      { kind: 'task', id: '1', actorId: 'a', payload: { task: 'stopAllServices', action: 1 } },
      { kind: 'machine', id: '3', payload: { stage: 4, status: { ready: true } } },
    ])
  })

  test('leaving the loop ends the call on the machine', async () => {
    const hungUp = new EventEmitter()
    const ended = once(hungUp, 'abort')
    const machine = {
      async *events(_request: unknown, { signal }: { signal: AbortSignal }) {
        signal.addEventListener('abort', () => hungUp.emit('abort'), { once: true })
        for (;;) yield { id: '1', data: packed('machine.TaskEvent', task) }
      },
    }
    for await (const event of watchEvents(await node({ machine }))) {
      expect(event.kind).toBe('task')
      break
    }
    await ended
  })
})

describe('logs', () => {
  test('come as lines, also when pieces cut them anywhere, and masked', async () => {
    const text = Buffer.from('first hunter22\nzweite Zeile mit Ü\nlast')
    const mask = (line: string) => line.replaceAll('hunter22', '******')
    const machine = { logs: inPieces(text, 3), dmesg: inPieces(text, 5) }
    const target = await node({ machine }, mask)
    const lines = ['first ******', 'zweite Zeile mit Ü', 'last']
    expect(await all(readServiceLog(target, 'etcd'))).toEqual(lines)
    expect(await all(readKernelLog(target))).toEqual(lines)
  })
})

describe('upgrading since Talos 1.13', () => {
  test('pulls the image and tells its name on the machine', async () => {
    const image = {
      async *pull({ imageRef }: { imageRef: string }) {
        yield { response: { case: 'pullProgress', value: { layerId: 'l1' } } } as const
        yield { response: { case: 'name', value: `${imageRef}@sha256:1` } } as const
      },
    }
    expect(await pullImage(await node({ image }), 'factory/installer:v1.13.9')).toBe(
      'factory/installer:v1.13.9@sha256:1',
    )
  })

  test.each([
    { says: 'a result of zero is success', codes: [0], error: undefined },
    { says: 'another result is a failure, although the call itself went well', codes: [7], error: 'it ended with 7' },
    { says: 'no result is a failure', codes: [], error: 'without a result' },
  ])('$says', async ({ codes, error }) => {
    const lifecycle = {
      async *upgrade() {
        yield { progress: { response: { case: 'message', value: 'copying' } } } as const
        for (const code of codes) yield { progress: { response: { case: 'exitCode', value: code } } } as const
      },
    }
    const lines: string[] = []
    const done = installUpgrade(await node({ lifecycle }), 'image', (line) => lines.push(line))
    if (error === undefined) await done
    else await expect(done).rejects.toThrow(error)
    expect(lines).toEqual(['copying'])
  })
})
