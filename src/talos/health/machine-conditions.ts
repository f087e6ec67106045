import { fetchMemoryBytes, listMounts } from '../api/capacity.ts'
import { fetchVersion } from '../api/version.ts'
import { diagnostics, machineStatus } from '../cosi/kinds.ts'
import { getSingle, listResources } from '../cosi/read.ts'
import { askAll } from './ask-all.ts'
import { type Condition, everyone } from './condition.ts'
import { serviceTrouble } from './etcd-conditions.ts'

const MINUTE = 60_000
const MIB = 1024n * 1024n
// The minimums of Talos itself; the tolerance is what firmware and kernel take away.
const TOLERANCE = 150n * MIB
const MEMORY = { controlPlane: 1848n * MIB - TOLERANCE, worker: 1024n * MIB - TOLERANCE }
const EPHEMERAL = 6n * 1024n * MIB

/** The Talos API answers on every machine. */
const answering: Condition = {
  name: 'api-ready',
  sentence: 'the Talos API answers on all machines',
  otherwise: 'the Talos API does not answer on all machines',
  timeoutMs: 10 * MINUTE,
  check: (cluster) =>
    askAll(everyone(cluster), async (node) => {
      await fetchVersion(node)
      return undefined
    }),
}

/** Every machine has the memory that Talos asks for. */
const memory: Condition = {
  name: 'memory',
  sentence: 'all machines have enough memory',
  otherwise: 'not all machines have enough memory',
  timeoutMs: MINUTE,
  check: (cluster) =>
    askAll(everyone(cluster), async (node) => {
      const bytes = await fetchMemoryBytes(node)
      const least = cluster.controlPlanes.includes(node) ? MEMORY.controlPlane : MEMORY.worker
      return bytes >= least ? undefined : `has ${bytes / MIB} MiB of memory, at least ${least / MIB} MiB are needed`
    }),
}

/** Every machine has the disk space that Talos asks for. */
const disk: Condition = {
  name: 'disk',
  sentence: 'all machines have enough disk space',
  otherwise: 'not all machines have enough disk space',
  timeoutMs: MINUTE,
  check: (cluster) =>
    askAll(everyone(cluster), async (node) => {
      const ephemeral = (await listMounts(node)).find(({ path }) => path === '/var')
      if (ephemeral === undefined || ephemeral.bytes >= EPHEMERAL) return undefined
      return `has ${ephemeral.bytes / MIB} MiB for data, at least ${EPHEMERAL / MIB} MiB are needed`
    }),
}

/** No machine warns about its own set-up. */
const quiet: Condition = {
  name: 'diagnostics',
  sentence: 'no machine warns about itself',
  otherwise: 'there are machines that warn about themselves',
  timeoutMs: 5 * MINUTE,
  check: (cluster) =>
    askAll(everyone(cluster), async (node) => {
      const found = await listResources(node, diagnostics)
      return found.length === 0 ? undefined : node.mask(found.map(({ spec }) => spec.message).join(', '))
    }),
}

/** The kubelet runs and is healthy on every control plane. */
const kubelet: Condition = {
  name: 'kubelet-healthy',
  sentence: 'the kubelet is healthy on all control planes',
  otherwise: 'the kubelet is not healthy on all control planes',
  timeoutMs: 5 * MINUTE,
  check: ({ controlPlanes }) => askAll(controlPlanes, (node) => serviceTrouble(node, 'kubelet')),
}

/** Every machine has finished booting. */
const booted: Condition = {
  name: 'booted',
  sentence: 'all machines have finished booting',
  otherwise: 'not all machines have finished booting',
  timeoutMs: 15 * MINUTE,
  check: (cluster) =>
    askAll(everyone(cluster), async (node) => {
      const status = await getSingle(node, machineStatus)
      if (status === undefined) return 'does not say yet how far it is'
      if (status.stage === 'running' && status.status.ready) return undefined
      const unmet = status.status.unmetConditions.map(({ name, reason }) => `${name}: ${reason}`)
      return node.mask([`is ${status.stage}`, ...unmet].join(', '))
    }),
}

/** The conditions about the machines themselves, in order. */
export const MACHINE_CONDITIONS: readonly Condition[] = [answering, memory, disk, quiet, kubelet, booted]
