import { z } from 'zod'
import type { Kind, SingleKind } from './kind.ts'

const text = z.string().default('')
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])

/** In which part of its life a machine is, and what keeps it from being ready. */
export const machineStatus = {
  type: 'MachineStatuses.runtime.talos.dev',
  namespace: 'runtime',
  id: 'machine',
  spec: z.object({
    stage: z.string(),
    status: z.object({
      ready: z.boolean().default(false),
      unmetConditions: list(z.object({ name: text, reason: text })),
    }),
  }),
} satisfies SingleKind<unknown>

/** Whether a machine is a control plane or a worker; `unknown` before it has a config. */
export const machineType = {
  type: 'MachineTypes.config.talos.dev',
  namespace: 'config',
  id: 'machine-type',
  spec: z.string(),
} satisfies SingleKind<unknown>

/** The machines of the cluster as discovery knows them; a dead machine stays for a while. */
export const members = {
  type: 'Members.cluster.talos.dev',
  namespace: 'cluster',
  spec: z.object({
    nodeId: text,
    addresses: list(z.string()),
    hostname: text,
    machineType: text,
    operatingSystem: text,
  }),
} satisfies Kind<unknown>

/** The addresses of a machine as CIDR; `routed` and `default` are the ids that matter. */
export const nodeAddresses = {
  type: 'NodeAddresses.net.talos.dev',
  namespace: 'network',
  spec: z.object({ addresses: list(z.string()) }),
} satisfies Kind<unknown>

/** The network links of a machine by name. */
export const links = {
  type: 'LinkStatuses.net.talos.dev',
  namespace: 'network',
  spec: z.object({
    type: text,
    kind: text,
    hardwareAddr: text,
    permanentAddr: text,
    operationalState: text,
    linkState: z.boolean().default(false),
  }),
} satisfies Kind<unknown>

/** The name of a machine. */
export const hostname = {
  type: 'HostnameStatuses.net.talos.dev',
  namespace: 'network',
  id: 'hostname',
  spec: z.object({ hostname: text, domainname: text }),
} satisfies SingleKind<unknown>

/** How far the network of a machine is. */
export const networkStatus = {
  type: 'NetworkStatuses.net.talos.dev',
  namespace: 'network',
  id: 'status',
  spec: z.object({
    addressReady: z.boolean().default(false),
    connectivityReady: z.boolean().default(false),
    hostnameReady: z.boolean().default(false),
    etcFilesReady: z.boolean().default(false),
  }),
} satisfies SingleKind<unknown>

/** The disks of a machine by name. */
export const disks = {
  type: 'Disks.block.talos.dev',
  namespace: 'runtime',
  spec: z.object({
    dev_path: text,
    size: z.number().default(0),
    model: text,
    serial: text,
    transport: text,
    rotational: z.boolean().default(false),
    readonly: z.boolean().default(false),
    cdrom: z.boolean().default(false),
    symlinks: list(z.string()),
  }),
} satisfies Kind<unknown>

/** The disk that Talos is installed on; absent before the installation. */
export const systemDisk = {
  type: 'SystemDisks.block.talos.dev',
  namespace: 'runtime',
  id: 'system-disk',
  spec: z.object({ diskID: text, devPath: text }),
} satisfies SingleKind<unknown>

/** The system extensions of a machine; the one named `schematic` has the schematic's id as its version. */
export const extensions = {
  type: 'ExtensionStatuses.runtime.talos.dev',
  namespace: 'runtime',
  spec: z.object({ image: text, metadata: z.object({ name: text, version: text }) }),
} satisfies Kind<unknown>

/** The services of a machine by name. */
export const services = {
  type: 'Services.v1alpha1.talos.dev',
  namespace: 'runtime',
  spec: z.object({
    running: z.boolean().default(false),
    healthy: z.boolean().default(false),
    unknown: z.boolean().default(false),
  }),
} satisfies Kind<unknown>

/** Warnings of a machine about its own set-up. */
export const diagnostics = {
  type: 'Diagnostics.runtime.talos.dev',
  namespace: 'runtime',
  spec: z.object({ message: text, details: list(z.string()) }),
} satisfies Kind<unknown>

/** The id of a control plane's own etcd member, in hex. */
export const etcdMember = {
  type: 'EtcdMembers.etcd.talos.dev',
  namespace: 'etcd',
  id: 'local',
  spec: z.object({ memberID: z.string() }),
} satisfies SingleKind<unknown>

/** The Talos version of a machine; readable in maintenance mode too, unlike the version call up to 1.12. */
export const version = {
  type: 'Versions.runtime.talos.dev',
  namespace: 'runtime',
  id: 'version',
  spec: z.object({ version: z.string() }),
} satisfies SingleKind<unknown>

/** The name under which a machine is a Kubernetes node. */
export const nodename = {
  type: 'Nodenames.kubernetes.talos.dev',
  namespace: 'k8s',
  id: 'nodename',
  spec: z.object({ nodename: z.string() }),
} satisfies SingleKind<unknown>

/** A machine's own Kubernetes node, by node name. */
export const nodeStatus = {
  type: 'NodeStatuses.kubernetes.talos.dev',
  namespace: 'k8s',
  spec: z.object({
    nodename: text,
    nodeReady: z.boolean().default(false),
    unschedulable: z.boolean().default(false),
  }),
} satisfies Kind<unknown>

/** The static pods of a machine, by `namespace/name`. */
export const staticPods = {
  type: 'StaticPodStatuses.kubernetes.talos.dev',
  namespace: 'k8s',
  spec: z.object({
    phase: text,
    conditions: list(z.object({ type: text, status: text })),
  }),
} satisfies Kind<unknown>

/** The kubelet of a machine. */
export const kubelet = {
  type: 'KubeletSpecs.kubernetes.talos.dev',
  namespace: 'k8s',
  id: 'kubelet',
  spec: z.object({ image: text }),
} satisfies SingleKind<unknown>

/** The image of a control plane component. */
const componentConfig = (type: string, id: string) =>
  ({ type, namespace: 'controlplane', id, spec: z.object({ image: text }) }) satisfies SingleKind<unknown>

/** The API server of a control plane. */
export const apiServer = componentConfig('APIServerConfigs.kubernetes.talos.dev', 'kube-apiserver')

/** The controller manager of a control plane. */
export const controllerManager = componentConfig(
  'ControllerManagerConfigs.kubernetes.talos.dev',
  'kube-controller-manager',
)

/** The scheduler of a control plane. */
export const scheduler = componentConfig('SchedulerConfigs.kubernetes.talos.dev', 'kube-scheduler')
