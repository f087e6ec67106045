import { create, toBinary } from '@bufbuild/protobuf'
import { MachineStatusEventSchema } from '../../../src/talos/gen/machine/events_pb.ts'
import { unmetConditions } from '../events/machine-status.ts'
import { wireStatus } from '../events/wire.ts'
import { extensionsOf } from '../extensions.ts'
import { isNetworkReady } from '../network/ready.ts'
import { type ResourceKind, single } from './kind.ts'

/** Resources about the machine as a whole. */
export const runtimeKinds: readonly ResourceKind[] = [
  {
    type: 'MachineStatuses.runtime.talos.dev',
    owner: 'runtime.MachineStatusController',
    list(node) {
      const unmet = unmetConditions(node)
      const status = { ready: unmet.length === 0, unmetConditions: unmet.map(({ name, reason }) => ({ name, reason })) }
      const { stage } = node.state
      const proto = toBinary(MachineStatusEventSchema, create(MachineStatusEventSchema, wireStatus(stage, unmet)))
      return [{ id: 'machine', spec: { stage, status }, proto }]
    },
  },
  {
    type: 'Versions.runtime.talos.dev',
    owner: 'runtime.VersionController',
    list: ({ state }) => single('version', { version: state.image?.version ?? '' }),
  },
  {
    type: 'Services.v1alpha1.talos.dev',
    owner: 'v1alpha1.ServiceController',
    list: ({ state }) =>
      Object.entries(state.services)
        .filter(([, service]) => service.state === 'Running')
        .map(([id, { health }]) => ({
          id,
          spec: { running: true, healthy: health.healthy === true, unknown: health.healthy === undefined },
        })),
  },
  {
    type: 'ExtensionStatuses.runtime.talos.dev',
    owner: 'runtime.ExtensionStatusController',
    list(node) {
      const { schematic = '', version: talos = '' } = node.state.image ?? {}
      const extensions = extensionsOf(node).map((name) => [name.replace(/^.*\//, ''), talos] as const)
      return [...extensions, ['schematic', schematic] as const].map(([name, version], index) => ({
        id: String(index),
        spec: { image: `${index}.sqsh`, metadata: { name, version, author: 'Sidero Labs', description: '' } },
      }))
    },
  },
  {
    type: 'TimeStatuses.v1alpha1.talos.dev',
    owner: 'time.SyncController',
    list: (node) => (isNetworkReady(node) ? single('node', { synced: true, epoch: 0, syncDisabled: false }) : []),
  },
  {
    type: 'Diagnostics.runtime.talos.dev',
    owner: 'runtime.DiagnosticsController',
    list: () => [],
  },
  {
    type: 'ImageCacheConfigs.cri.talos.dev',
    owner: 'cri.ImageCacheConfigController',
    list: ({ state }) =>
      state.config === undefined ? [] : single('image-cache', { status: 'disabled', copyStatus: 'skipped', roots: [] }),
  },
  {
    type: 'SecurityStates.talos.dev',
    owner: 'runtime.SecurityStateController',
    list: () => single('securitystate', { secureBoot: false }),
  },
]
