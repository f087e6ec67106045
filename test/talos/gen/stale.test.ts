import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DescFile, DescMessage } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { generateProtocol, hasCompiler } from '../../../scripts/gen/proto.ts'
import { file_cluster } from '../../../src/talos/gen/cluster_pb.ts'
import { file_common } from '../../../src/talos/gen/common_pb.ts'
import { file_cosi_meta } from '../../../src/talos/gen/cosi/meta_pb.ts'
import { file_cosi_state } from '../../../src/talos/gen/cosi/state_pb.ts'
import { file_google_rpc_status } from '../../../src/talos/gen/google/rpc/status_pb.ts'
import { file_machine_admin } from '../../../src/talos/gen/machine/admin_pb.ts'
import { file_machine_etcd } from '../../../src/talos/gen/machine/etcd_pb.ts'
import { file_machine_events } from '../../../src/talos/gen/machine/events_pb.ts'
import { file_machine_files } from '../../../src/talos/gen/machine/files_pb.ts'
import { file_machine_lifecycle } from '../../../src/talos/gen/machine/lifecycle_pb.ts'
import { file_machine_machine } from '../../../src/talos/gen/machine/machine_pb.ts'
import { file_machine_netstat } from '../../../src/talos/gen/machine/netstat_pb.ts'
import { file_machine_resources } from '../../../src/talos/gen/machine/resources_pb.ts'
import { file_machine_services } from '../../../src/talos/gen/machine/services_pb.ts'
import { file_machine_workloads } from '../../../src/talos/gen/machine/workloads_pb.ts'
import { file_storage } from '../../../src/talos/gen/storage_pb.ts'
import { file_time } from '../../../src/talos/gen/time_pb.ts'
import { root } from '../../shared-data.ts'

const FILES: readonly DescFile[] = [
  file_cluster,
  file_cosi_meta,
  file_machine_admin,
  file_machine_workloads,
  file_time,
  file_common,
  file_cosi_state,
  file_google_rpc_status,
  file_machine_etcd,
  file_machine_events,
  file_machine_files,
  file_machine_lifecycle,
  file_machine_machine,
  file_machine_netstat,
  file_machine_resources,
  file_machine_services,
  file_storage,
]

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()

const compiler = hasCompiler()
if (!compiler) console.warn('SKIPPED: the protobuf compiler was never fetched here; `npm run gen` fetches it')

test.skipIf(!compiler)('the generated code is what the compiler makes today (else run npm run gen)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-proto-'))
  try {
    generateProtocol(folder, ['--offline'])
    const made = path.join(folder, 'src/talos/gen')
    const kept = path.join(root, 'src/talos/gen')
    expect(filesBelow(kept)).toEqual(filesBelow(made))
    for (const file of filesBelow(made))
      expect(readFileSync(path.join(kept, file), 'utf8') === readFileSync(path.join(made, file), 'utf8'), file).toBe(
        true,
      )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('every protocol file has its generated code, with all its fields and calls', () => {
  const written = filesBelow(path.join(root, 'proto')).filter((file) => file.endsWith('.proto'))
  expect(FILES.map(({ name }) => `${name}.proto`).sort()).toEqual(written)
  for (const file of FILES) {
    const text = readFileSync(path.join(root, 'proto', `${file.name}.proto`), 'utf8')
    const fields = file.messages.flatMap(withNested).flatMap(({ fields }) => fields)
    const calls = file.services.flatMap(({ methods }) => methods)
    expect(fields.map(({ name, number }) => `${name} = ${number}`).sort(), file.name).toEqual(fieldsIn(text))
    expect(calls.map(({ name }) => name).sort(), file.name).toEqual(
      [...text.matchAll(/rpc (\w+)\(/g)].map(([, name]) => name).sort(),
    )
  }
})

const withNested = (message: DescMessage): readonly DescMessage[] => [
  message,
  ...message.nestedMessages.flatMap(withNested),
]

function fieldsIn(text: string): readonly string[] {
  const withoutEnums = text.replaceAll(/enum \w+ \{[^}]*\}/g, '')
  return [...withoutEnums.matchAll(/^ +[\w.<>, ]+ (\w+ = \d+);$/gm)].map(([, field]) => field ?? '').sort()
}
