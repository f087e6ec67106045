import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type DescMessage,
  type DescMethod,
  fromBinary,
  fromJson,
  type JsonObject,
  type JsonValue,
  toBinary,
} from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { State } from '../../../src/talos/gen/cosi/state_pb.ts'
import { file_machine_events } from '../../../src/talos/gen/machine/events_pb.ts'
import { ImageService, LifecycleService } from '../../../src/talos/gen/machine/lifecycle_pb.ts'
import { MachineService } from '../../../src/talos/gen/machine/machine_pb.ts'
import { StorageService } from '../../../src/talos/gen/storage_pb.ts'
import { hasSharedData, sharedData } from '../../shared-data.ts'

const METHODS = new Map<string, DescMethod>(
  [MachineService, ImageService, LifecycleService, StorageService, State].flatMap((service) =>
    service.methods.map((method): [string, DescMethod] => [`/${service.typeName}/${method.name}`, method]),
  ),
)

/** Asks for every field to be known, and for the bytes to say the same as the JSON. */
function expectKnown(schema: DescMessage, json: JsonValue): void {
  const message = fromJson(schema, json)
  expect(fromBinary(schema, toBinary(schema, message))).toEqual(message)
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The recordings write times as they are on the wire, not as JSON has them. */
function withoutTimes(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([, inner]) => !isObject(inner) || !('seconds' in inner))
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutTimes(inner)]))
}

describe.skipIf(!hasSharedData('talos/calls'))('what talosctl sends', () => {
  test.each(['v1.12.6', 'v1.13.9', 'v1.14.1'])('%s: every field of a call that we know is known', (version) => {
    const file = path.join(sharedData, `talos/calls/calls-client-${version}.json`)
    const commands: { calls: { method: string; req: JsonValue }[] }[] = JSON.parse(readFileSync(file, 'utf8'))
    // Configs were recorded as text that was cut.
    const ours = commands
      .flatMap(({ calls }) => calls)
      .flatMap(({ method, req }) => {
        const schema = METHODS.get(method)?.input
        return schema === undefined || typeof req === 'string' ? [] : [{ schema, req }]
      })
    for (const { schema, req } of ours) expectKnown(schema, req)
    expect(ours.length).toBeGreaterThan(40)
  })
})

describe.skipIf(!hasSharedData('talos/genuine-cluster'))('what genuine machines answer', () => {
  const lines = (file: string): JsonObject[] =>
    readFileSync(path.join(sharedData, 'talos/genuine-cluster', file), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))

  test.each([
    'k8s/events-cp1-all-since-boot.jsonl',
    'ops/reset-graceful-events-cp3.jsonl',
    'ops/apply-auto-reboot-events.jsonl',
    'etcd/63-recover-events-cp2.jsonl',
  ])('%s: every event is of a type that we read, with no field unknown', (file) => {
    const data = lines(file).flatMap(({ answer }) => (isObject(answer) && isObject(answer.data) ? [answer.data] : []))
    const events = data.filter(({ type_url: type }) => typeof type === 'string')
    expect(events.length).toBeGreaterThan(2)
    for (const { type_url: type, decoded } of events) {
      const name = String(type).replace('talos/runtime/', '')
      const schema = file_machine_events.messages.find(({ typeName }) => typeName === name)
      if (schema === undefined) throw new Error(`there is no event ${name}`)
      expectKnown(schema, withoutTimes(decoded ?? {}))
    }
  })

  test('etcd/11-healthy-rpc.jsonl: every answer has only known fields, and ids keep all their bits', () => {
    let method: DescMethod | undefined
    let answers = 0
    for (const { request, answer } of lines('etcd/11-healthy-rpc.jsonl')) {
      if (isObject(request)) method = METHODS.get(String(request.path))
      // Bytes of snapshots and files were not recorded.
      if (method === undefined || !isObject(answer) || 'bytes' in answer) continue
      expectKnown(method.output, withoutTimes(answer))
      answers++
    }
    expect(answers).toBeGreaterThan(3)
    const [first] = lines('etcd/11-healthy-rpc.jsonl').flatMap(({ answer }) => (isObject(answer) ? [answer] : []))
    const { messages } = fromJson(MachineService.method.etcdMemberList.output, first ?? {})
    expect(messages[0]?.members[1]?.id).toBe(14638652261357453346n)
  })
})
