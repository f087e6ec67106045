import { install, needsInstall } from '../boot/install.ts'
import { loadConfig } from '../boot/load-config.ts'
import { writeUpgrade } from '../boot/upgrade.ts'
import { wipe } from '../boot/wipe.ts'
import { machineConfig } from '../config/machine-config.ts'
import { retract } from '../discovery.ts'
import { leaveCluster } from '../etcd/leave.ts'
import { extensionServices } from '../extensions.ts'
import { installerImage } from '../installer-image.ts'
import { reachableApi } from '../kubernetes/clusters.ts'
import { cordon } from '../kubernetes/register.ts'
import type { Node } from '../node.ts'
import { hasStarted, startService, stopService } from '../services/run.ts'
import { kindOf } from '../services/table.ts'

/** How long a task takes in milliseconds; some end only when something else says so, and some fail. */
export type Span = number | 'until told' | { readonly error: string }

/** Something that a machine does within a phase, in Talos' own words. */
export type TaskName = keyof typeof TASKS

const starting =
  (id: string) =>
  (node: Node): Span => {
    startService(node, id)
    const { health } = kindOf(id)
    return health === undefined ? 0 : node.talos.timing[health] + node.talos.timing.serviceStart
  }

const nothing = (): Span => 0

/** What each task does. */
export const TASKS = {
  startContainerd: starting('containerd'),
  startMachined: starting('machined'),
  startSyslogd: starting('syslogd'),
  startAuditd: starting('auditd'),
  startUdevd: starting('udevd'),
  startDashboard: starting('dashboard'),
  startExtensions,
  loadConfig,
  install,
  memorySizeCheck: nothing,
  diskSizeCheck: nothing,
  waitForCARoots: nothing,
  setUserEnvVars: nothing,
  startDBus: nothing,
  setupSharedFilesystems: nothing,
  mountEphemeralPartition,
  writeUserFiles: nothing,
  startAllServices,
  storeShutdownEmergency: nothing,
  cordonAndDrainNode,
  stopAllPods,
  removeAllPods: stopAllPods,
  stopDBus: nothing,
  leaveEtcd,
  sendResetSignal(node) {
    retract(node)
    return 0
  },
  stopAllServices,
  stopServicesEphemeral: ({ talos }) => talos.timing.stopServices,
  upgrade,
  resetSystemDisk,
  afterReset: nothing,
  reboot: nothing,
  shutdown: nothing,
} satisfies Record<string, (node: Node) => Span>

/** Extensions bring services that run without a config, too. */
function startExtensions(node: Node): Span {
  for (const id of extensionServices(node)) startService(node, id)
  return 0
}

const isGraceful = ({ state }: Node): boolean => state.sequence?.wish.graceful === true

const isControlPlane = (node: Node): boolean => machineConfig(node)?.type === 'controlplane'

/** Phases that have nothing to do under some circumstances. */
export const SKIPPED_PHASES: Readonly<Record<string, (node: Node) => boolean>> = {
  install: (node) => !needsInstall(node),
  drain: (node) => !isGraceful(node),
  leave: (node) => !isGraceful(node) || !isControlPlane(node),
}

function mountEphemeralPartition(node: Node): Span {
  startService(node, 'kubelet')
  node.state.mounted = true
  return 100
}

function startAllServices(node: Node): Span {
  const started = ['cri', ...(isControlPlane(node) ? ['trustd', 'etcd'] : [])]
  for (const id of started) startService(node, id)
  node.state.awaited = Object.keys(node.state.services)
  return 'until told'
}

/** Crosses off services that have come up; Talos does not mind when they fail later. */
export function hasStartedEverything(node: Node): boolean {
  const { state } = node
  if (state.sequence?.open.includes('startAllServices') !== true) return false
  state.awaited = state.awaited.filter((id) => !hasStarted(node, id))
  return state.awaited.length === 0
}

function cordonAndDrainNode(node: Node): Span {
  const api = reachableApi(node)
  if (api !== undefined && node.state.kubernetes.isRegistered) cordon(api, node.state.network.hostname)
  return node.talos.timing.drain
}

function stopAllPods(node: Node): Span {
  stopService(node, 'kubelet')
  return node.talos.timing.stopPods
}

function leaveEtcd(node: Node): Span {
  const error = leaveCluster(node)
  if (error !== undefined) return { error }
  stopService(node, 'etcd')
  return node.talos.timing.leaveEtcd
}

function stopAllServices(node: Node): Span {
  for (const id of ['apid', 'etcd', 'trustd', 'cri']) stopService(node, id)
  return node.talos.timing.stopServices
}

function upgrade(node: Node): Span {
  const image = installerImage(node, node.state.sequence?.wish.image ?? '')
  if (image !== undefined) writeUpgrade(node, image)
  return node.talos.timing.install
}

function resetSystemDisk(node: Node): Span {
  wipe(node)
  return node.talos.timing.wipe
}
