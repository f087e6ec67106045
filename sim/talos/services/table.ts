import type { Timing } from '../timing.ts'
import { type Need, needs, volumes } from './needs.ts'

/** How a service runs; it shows in what it says. */
type Runner =
  | { readonly kind: 'goroutine' }
  | { readonly kind: 'process'; readonly command: readonly string[] }
  | { readonly kind: 'container' }

/** A service of Talos. */
export interface ServiceKind {
  readonly id: string
  readonly needs: readonly Need[]
  readonly runner: Runner
  /** Between `Running pre state` and `Creating service runner`. */
  readonly prepare?: keyof Timing
  readonly start?: keyof Timing
  /** From its start to the first check; a service without one is never checked. */
  readonly health?: keyof Timing
  /** Only machines of the control plane have it. */
  readonly onControlPlane?: true
}

const process = (...command: readonly string[]): Runner => ({ kind: 'process', command })
const goroutine: Runner = { kind: 'goroutine' }
const container: Runner = { kind: 'container' }

const KUBELET_VOLUMES = volumes(
  '/var/lib',
  '/var/lib/kubelet',
  '/var/log',
  '/var/log/audit',
  '/var/log/containers',
  '/var/log/pods',
  '/var/lib/kubelet/seccomp',
  '/var/lib/kubelet/seccomp/profiles',
  '/var/log/audit/kube',
  '/var/mnt',
)

/** Every service, in the order in which they come up. */
export const SERVICES: readonly ServiceKind[] = [
  {
    id: 'containerd',
    needs: [],
    runner: process(
      '/bin/containerd',
      '--address',
      '/system/run/containerd/containerd.sock',
      '--state',
      '/system/run/containerd',
      '--root',
      '/system/var/lib/containerd',
    ),
    health: 'serviceHealth',
  },
  { id: 'machined', needs: [], runner: goroutine, health: 'serviceHealth' },
  { id: 'syslogd', needs: [], runner: goroutine, health: 'serviceHealth' },
  { id: 'auditd', needs: [], runner: goroutine, health: 'serviceHealth' },
  {
    id: 'udevd',
    needs: [],
    runner: process('/sbin/systemd-udevd', '--resolve-names=never'),
    health: 'serviceHealth',
  },
  { id: 'dashboard', needs: [], runner: process('/sbin/dashboard') },
  { id: 'ext-qemu-guest-agent', needs: [needs.containerd, needs.agentChannel], runner: container },
  {
    id: 'apid',
    needs: [needs.containerd, needs.apiCertificates],
    runner: container,
    start: 'apid',
    health: 'serviceHealth',
  },
  {
    id: 'cri',
    needs: [volumes('/var/lib', '/var/lib/cni', '/var/lib/containerd', '/var/run', '/var/run/lock'), needs.network],
    runner: process(
      '/bin/containerd',
      '--address',
      '/run/containerd/containerd.sock',
      '--config',
      '/etc/cri/containerd.toml',
    ),
    start: 'cri',
    health: 'serviceHealth',
  },
  {
    id: 'trustd',
    needs: [needs.containerd, needs.time, needs.network],
    runner: container,
    start: 'apid',
    health: 'serviceHealth',
    onControlPlane: true,
  },
  {
    id: 'etcd',
    needs: [volumes('/var/lib', 'ETCD'), needs.cri, needs.time, needs.network, needs.etcdSpec],
    runner: container,
    prepare: 'etcdImage',
    health: 'etcdHealth',
    onControlPlane: true,
  },
  {
    id: 'kubelet',
    needs: [KUBELET_VOLUMES, needs.cri, needs.time, needs.network],
    runner: container,
    prepare: 'kubeletImage',
    health: 'kubeletHealth',
  },
]

const BY_ID = new Map(SERVICES.map((kind) => [kind.id, kind]))

/** What is known of a service; extensions bring services that are containers of their own. */
export const kindOf = (id: string): ServiceKind => BY_ID.get(id) ?? { id, needs: [], runner: container }

/** What a service says when it runs. */
export function startedText({ id, runner }: ServiceKind, pid: number): string {
  if (runner.kind === 'goroutine') return 'Service started as goroutine'
  if (runner.kind === 'container') return `Started task ${id} (PID ${pid}) for container ${id}`
  return `Process ${processText(runner.command)} started with PID ${pid}`
}

/** What a service says when it is told to stop. */
export function stoppingText({ id, runner }: ServiceKind, pid: number): string {
  if (runner.kind === 'goroutine') return `Service "${id}" is stopping`
  if (runner.kind === 'container') return `Sending SIGTERM to task ${id} (PID ${pid}, container ${id})`
  return `Sending SIGTERM to ${processText(runner.command)}`
}

const processText = (command: readonly string[]): string =>
  `Process([${command.map((word) => JSON.stringify(word)).join(' ')}])`
