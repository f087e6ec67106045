import type { Live } from '../../src/live/live.ts'
import { planDestroy } from '../../src/plan/destroy.ts'
import { plan } from '../../src/plan/plan.ts'
import type { Plan } from '../../src/plan/plan-type.ts'
import { poolComment } from '../../src/plan/pool-comment.ts'
import type { Desired } from '../../src/resolve/desired.ts'
import {
  changeKubernetes,
  changeNode,
  changeVm,
  withHome,
  withInventory,
  withManifests,
  withNode,
  withProxmox,
} from './model.ts'
import {
  absent,
  apiUnreachable,
  cdLeft,
  clusterWith,
  configDiffers,
  foreignGuest,
  hostDown,
  inMaintenance,
  laidOut,
  lookedThrough,
  machineNamed,
  neverJoined,
  neverSeenHealthy,
  stopped,
  unhealthy,
  unmade,
  withDeadMember,
} from './situations.ts'
import { vmOf } from './world.ts'

/** A situation, and what is laid over the cluster file of these tests. */
export interface Case {
  /** What is the case, as a sentence. */
  readonly is: string
  /** The file that the world was made from; where it is left out, nothing is there yet. */
  readonly was?: object
  /** The file that is planned for; as it was where it is left out. */
  readonly file?: object
  /** What has happened since; the cluster is the one that the world was made from. */
  readonly since?: (live: Live, cluster: Desired) => Live
  readonly planner?: (desired: Desired, live: Live) => Plan
}

const inTheWay = { takes: ['vmid'], reasons: ['its notes have no record of talmox'] } as const
const three = {}
const one = { ha: false, controlPlane: { count: 1 } }
const two = { ha: false, controlPlane: { count: 2 } }
const byCd = { talos: { delivery: 'cidata' } }
const byAddress = { talos: { delivery: 'smbios', configServer: { address: '192.168.1.5' } } }
const small = { ha: false, controlPlane: { count: 1 }, workers: { general: { count: 1 } } }
const byDhcp = {
  ...small,
  network: { addressing: 'dhcp', cidr: null, gateway: null, vip: null },
  controlPlane: { count: 1, addresses: null },
  workers: { general: { count: 1, addresses: null } },
}
const ofTemplate = { ...small, image: { mode: 'template', template: { vmid: 998, prepare: true } } }

/** Situations in which a cluster may be found, by the name of their golden file. */
export const cases: Readonly<Record<string, Case>> = {
  'nothing-there': { is: 'nothing is there', file: three },
  'nothing-there-single': { is: 'nothing of a cluster with one control plane is there', file: small },
  'nothing-there-iso': { is: 'machines are installed from an ISO', file: { ...small, image: { mode: 'iso' } } },
  'nothing-there-template': {
    is: 'machines are clones of a template that talmox prepares',
    file: { ...small, image: { mode: 'template', template: { vmid: 998, prepare: true } } },
  },
  'nothing-there-dhcp': {
    is: 'addresses come from DHCP, and with them the address of the Kubernetes API',
    file: byDhcp,
  },
  'nothing-there-cidata': {
    is: 'machines find their configs on CDs',
    file: { ...small, ...byCd },
  },
  'nothing-there-smbios': {
    is: 'machines fetch their configs',
    file: { ...small, ...byAddress },
  },
  'cidata-left-on-storage': {
    is: 'a run was cut off before it removed the CD with a config from the storage',
    was: byCd,
    since: (live, cluster) => cdLeft(live, cluster, 'homelab-general-1'),
  },
  'cidata-left-in-drive': {
    is: 'a run was cut off while a machine was starting from the CD with its config',
    was: byCd,
    since: (live, cluster) => laidOut(live, cluster, 'homelab-general-1', 'cidata'),
  },
  'cidata-booting': {
    is: 'a machine that has never joined starts from the CD with its config',
    was: byCd,
    since: (live, cluster) => neverJoined(laidOut(live, cluster, 'homelab-general-1', 'cidata'), 'homelab-general-1'),
  },
  'cidata-maintenance': {
    is: 'a machine waits for a config though its CD has one',
    was: byCd,
    since: (live, cluster) => inMaintenance(laidOut(live, cluster, 'homelab-general-1', 'cidata'), 'homelab-general-1'),
  },
  'cidata-no-longer-wanted': {
    is: 'a machine that is off has the CD with its config, and the file has it sent now',
    was: byCd,
    file: three,
    since: (live, cluster) =>
      neverJoined(
        stopped(laidOut(live, cluster, 'homelab-general-1', 'cidata'), cluster, 'homelab-general-1'),
        'homelab-general-1',
      ),
  },
  'cidata-more-control-planes': {
    is: 'one control plane is to become three, which find their configs on CDs',
    was: { ...one, ...byCd },
    file: byCd,
  },
  'cidata-leaves': {
    is: 'a worker is to go that has the CD with its config',
    was: byCd,
    file: { ...byCd, workers: { general: { count: 2 } } },
    since: (live, cluster) => laidOut(live, cluster, 'homelab-general-3', 'cidata'),
  },
  'cidata-destroyed': {
    is: 'a cluster is destroyed while CDs with configs are in a drive and on the storage',
    was: byCd,
    since: (live, cluster) =>
      absent(
        cdLeft(laidOut(live, cluster, 'homelab-general-1', 'cidata'), cluster, 'homelab-general-2'),
        cluster,
        'homelab-general-2',
      ),
    planner: planDestroy,
  },
  'smbios-booting': {
    is: 'a machine waits at the address in its SMBIOS, which nobody serves any more',
    was: byAddress,
    since: (live, cluster) => neverJoined(laidOut(live, cluster, 'homelab-general-1', 'smbios'), 'homelab-general-1'),
  },
  'smbios-booting-while-the-api-is-unreachable': {
    is: 'the same while nobody can tell whether it has its config',
    was: byAddress,
    since: (live, cluster) =>
      apiUnreachable(neverJoined(laidOut(live, cluster, 'homelab-general-1', 'smbios'), 'homelab-general-1')),
  },
  'nothing-there-manifests': {
    is: 'the file brings manifests, of which machines fetch one by themselves',
    file: {
      ...small,
      kubernetes: {
        manifests: [
          { name: 'apps', inline: '{ apiVersion: v1, kind: Namespace, metadata: { name: apps } }' },
          { url: 'https://example.com/crds.yaml' },
        ],
      },
    },
  },
  'nothing-there-cni-none': {
    is: 'the network of the cluster is left to somebody else',
    file: { ...small, kubernetes: { cni: 'none' } },
  },
  'image-present': {
    is: 'the image is on the storages already',
    file: small,
    since: (live, cluster) =>
      withProxmox(live, {
        images: ['pve1', 'pve2', 'pve3'].map((host) => ({
          volid: 'local:import/x',
          storage: 'local',
          host,
          content: 'import',
          file: imageFile(cluster),
          bytes: 1,
        })),
      }),
  },
  'image-missing': {
    is: 'somebody has removed the images, and there is to be one more worker',
    was: three,
    file: { workers: { general: { count: 4 } } },
    since: (live) => withProxmox(live, { images: [] }),
  },
  'template-gone': {
    is: 'somebody has removed the template that talmox made and its image, and there is to be one more worker',
    was: ofTemplate,
    file: { ...ofTemplate, workers: { general: { count: 2 } } },
    since: (live) => withProxmox(live, { images: [], others: [] }),
  },
  'template-missing': {
    is: 'machines are clones of a template that is not there and not to be prepared',
    file: { ...small, image: { mode: 'template', template: { vmid: 998, prepare: false } } },
  },
  'all-there': { is: 'all is as the file says', was: three },
  'all-there-cni-none': { is: 'nodes wait for a network, as the file wants it', was: { kubernetes: { cni: 'none' } } },
  'secrets-present-only': {
    is: 'the secrets are there and nothing else, as on the computer of a colleague',
    file: small,
    since: (live) => withHome(live, { secrets: 'present' }),
  },
  'vm-half-made': {
    is: 'the making of a virtual machine was cut off',
    was: three,
    since: (live, cluster) => unmade(live, cluster, 'homelab-general-2'),
  },
  'vm-half-made-of-member': {
    is: 'a control plane was gone, and making it anew was cut off before it left etcd',
    was: three,
    since: (live, cluster) => unmade(unhealthy(live, 'homelab-cp-2'), cluster, 'homelab-cp-2'),
  },
  'extra-vm': {
    is: 'a machine is there that the file no longer has',
    was: { workers: { general: { count: 4 } } },
    file: three,
  },
  'foreign-vm-in-the-way': {
    is: 'somebody else has taken a VMID of the file',
    file: three,
    since: (live) => withProxmox(live, { others: [{ ...foreignGuest(3001, 'nas'), inTheWay }] }),
  },
  'hidden-vm-in-the-way': {
    is: 'a guest that may not be seen has a VMID of the file, and somebody answers at an address of it',
    file: three,
    since: (live) => ({
      ...live,
      obstacles: {
        hiddenVmids: [3001],
        answering: [{ address: '192.168.1.221', of: 'homelab-general-1' }],
      },
    }),
  },
  'foreign-vm-elsewhere': {
    is: 'somebody else has machines that are in nobody’s way',
    was: three,
    since: (live) => withProxmox(live, { others: [foreignGuest(777, 'nas')] }),
  },
  'vm-moved-by-ha': {
    is: 'a machine has gone to another host',
    was: three,
    since: (live, cluster) =>
      changeVm(live, machineNamed(cluster, 'homelab-general-1').vmid, (vm) => ({ ...vm, host: 'pve3' })),
  },
  'worker-stopped': {
    is: 'a worker is switched off',
    was: three,
    since: (live, cluster) => stopped(live, cluster, 'homelab-general-2'),
  },
  'worker-stopped-hardware': {
    is: 'a worker is switched off, and the file gives it more memory',
    was: { workers: { general: { memory: '8GiB' } } },
    file: three,
    since: (live, cluster) => stopped(live, cluster, 'homelab-general-2'),
  },
  'control-plane-stopped': {
    is: 'a control plane is switched off, and the others have another config than the file says',
    was: three,
    since: (live, cluster) => stopped(configDiffers(live, 'homelab-cp-1', 'homelab-cp-2'), cluster, 'homelab-cp-3'),
  },
  'all-stopped': {
    is: 'the whole cluster is switched off, as after a power cut',
    was: three,
    since: (live, cluster) =>
      cluster.machines.reduce<Live>((world, { name }) => stopped(world, cluster, name), {
        ...live,
        etcd: { state: 'none', members: [] },
        kubernetes: { kind: 'absent' },
      }),
  },
  'worker-booting': {
    is: 'a worker runs and does not answer',
    was: three,
    since: (live) =>
      withNode(live, 'homelab-general-1', { kind: 'unreachable', address: '192.168.1.221', reason: 'no answer' }),
  },
  'worker-in-maintenance': {
    is: 'a worker has lost its disk',
    was: three,
    since: (live) => inMaintenance(live, 'homelab-general-1'),
  },
  'control-plane-in-maintenance': {
    is: 'a control plane has lost its disk and is still a member of etcd',
    was: three,
    since: (live) => inMaintenance(unhealthy(live, 'homelab-cp-2'), 'homelab-cp-2'),
  },
  'control-plane-deleted': {
    is: 'somebody has deleted the virtual machine of a control plane',
    was: three,
    since: (live, cluster) => absent(unhealthy(live, 'homelab-cp-2'), cluster, 'homelab-cp-2'),
  },
  'control-plane-hidden': {
    is: 'Proxmox does not show the virtual machine of a control plane, and its VMID is taken',
    was: three,
    since: (live, cluster) => ({ ...absent(unhealthy(live, 'homelab-cp-2'), cluster, 'homelab-cp-2'), hidden: [2001] }),
  },
  'member-without-machine': {
    is: 'a member of etcd has no machine anywhere, and a config differs',
    was: three,
    since: (live) => withDeadMember(configDiffers(live, 'homelab-cp-1')),
  },
  'member-without-machine-given-up': {
    is: 'a member of etcd has no machine anywhere and is given up by name, and a config differs',
    was: three,
    since: (live) => withDeadMember(configDiffers(live, 'homelab-cp-1')),
    planner: (desired, live) => plan(desired, live, { removeMembers: ['homelab-cp-9'] }),
  },
  'member-wrongly-given-up': {
    is: 'a member of etcd is given up by name whose machine is only switched off',
    was: three,
    since: (live, cluster) => stopped(live, cluster, 'homelab-cp-3'),
    planner: (desired, live) => plan(desired, live, { removeMembers: ['homelab-cp-3'] }),
  },
  'control-plane-unhealthy': {
    is: 'a member of etcd is not well, and configs differ',
    was: three,
    since: (live) => unhealthy(configDiffers(live, 'homelab-cp-1', 'homelab-general-1'), 'homelab-cp-3'),
  },
  'config-differs': {
    is: 'configs of all machines differ',
    was: three,
    since: (live, cluster) => configDiffers(live, ...cluster.machines.map(({ name }) => name)),
  },
  'config-staged': {
    is: 'a run was cut off between giving a config that needs a reboot and the reboot',
    was: three,
    since: (live, cluster) =>
      changeNode(configDiffers(live, ...cluster.machines.map(({ name }) => name)), 'homelab-cp-1', (node) =>
        node.kind === 'configured' && node.config?.kind === 'differs'
          ? { ...node, config: { ...node.config, staged: true } }
          : node,
      ),
  },
  'vip-changes': {
    is: 'the address of the Kubernetes API changes',
    was: three,
    file: { network: { vip: '192.168.1.209' } },
    since: (live, cluster) =>
      cluster.machines.reduce(
        (world, { name }) =>
          changeNode(world, name, (node) => ({
            ...node,
            config: {
              kind: 'differs',
              changes: [
                {
                  document: 'v1alpha1',
                  path: 'cluster.controlPlane.endpoint',
                  from: 'https://192.168.1.210:6443',
                  to: 'https://192.168.1.209:6443',
                },
              ],
            },
          })),
        withHome(live, { clientConfigs: 'missing' }),
      ),
  },
  'hardware-live': {
    is: 'hardware differs in what can change while machines run',
    was: { vm: { tags: ['old'] } },
    file: three,
  },
  'disk-grows': { is: 'disks are to be larger', was: { workers: { general: { disk: '30GiB' } } }, file: three },
  'hardware-restart': {
    is: 'hardware differs in what needs a restart, on every machine',
    was: { controlPlane: { memory: '4GiB' }, workers: { general: { memory: '8GiB' } } },
    file: three,
  },
  'hardware-restart-and-config': {
    is: 'control planes need a restart and have another config than the file says',
    was: { controlPlane: { memory: '4GiB' } },
    file: three,
    since: (live) => configDiffers(live, 'homelab-cp-1', 'homelab-cp-2', 'homelab-cp-3'),
  },
  'hardware-replace': {
    is: 'a disk is to be smaller',
    was: { workers: { general: { disk: '80GiB' } } },
    file: three,
  },
  'hardware-another-bus': {
    is: 'the disks of the systems are to be on another bus',
    was: three,
    file: { controlPlane: { disk: { size: '40GiB', bus: 'virtio' } } },
  },
  'hardware-blocked': {
    is: 'somebody has attached a disk where one of ours is to be',
    was: three,
    file: { workers: { general: { disks: [{ size: '200GiB' }, { size: '10GiB' }] } } },
    since: (live, cluster) =>
      changeVm(live, machineNamed(cluster, 'homelab-general-1').vmid, (vm) => ({
        ...vm,
        config: { ...vm.config, scsi2: 'tank:vm-3000-disk-9,size=1T' },
      })),
  },
  'hardware-of-maintenance': {
    is: 'a machine without a config needs a restart for its hardware',
    was: { workers: { general: { memory: '8GiB' } } },
    file: three,
    since: (live) => inMaintenance(live, 'homelab-general-1'),
  },
  'count-up-worker': { is: 'there is to be one more worker', was: three, file: { workers: { general: { count: 4 } } } },
  'count-up-control-planes': { is: 'one control plane is to become three', was: one, file: three },
  'count-down-worker': {
    is: 'there is to be one worker less',
    was: three,
    file: { workers: { general: { count: 2 } } },
  },
  'count-down-control-planes': {
    is: 'five control planes are to become three',
    was: { controlPlane: { count: 5 } },
    file: three,
  },
  'count-down-in-one-step': {
    is: 'seven control planes are to become three',
    was: { controlPlane: { count: 7 }, workers: { general: { addresses: '+231' } } },
    file: { workers: { general: { addresses: '+231' } } },
  },
  'count-down-to-two': {
    is: 'three control planes are to become two, with another config',
    was: three,
    file: two,
    since: (live) => configDiffers(live, 'homelab-cp-1', 'homelab-cp-2'),
  },
  'two-control-planes-restart': {
    is: 'two control planes are to have more memory, and one of them another config',
    was: { ...two, controlPlane: { count: 2, memory: '4GiB' } },
    file: two,
    since: (live) => configDiffers(live, 'homelab-cp-1'),
  },
  'two-control-planes-config': {
    is: 'two control planes are to have another config',
    was: two,
    since: (live) => configDiffers(live, 'homelab-cp-1', 'homelab-cp-2'),
  },
  'count-down-to-one': { is: 'three control planes are to become one', was: three, file: one },
  'count-down-control-plane-off': {
    is: 'a control plane that is to go is switched off',
    was: { controlPlane: { count: 5 } },
    file: three,
    since: (live, cluster) => stopped(unhealthy(live, 'homelab-cp-5'), cluster, 'homelab-cp-5'),
  },
  'count-down-while-another-is-ill': {
    is: 'control planes are to go while one that stays is not well',
    was: { controlPlane: { count: 5 } },
    file: three,
    since: (live) => unhealthy(live, 'homelab-cp-1'),
  },
  'count-down-renamed': {
    is: 'somebody gave the virtual machine of a control plane that is to go another name',
    was: { controlPlane: { count: 5 } },
    file: { controlPlane: { count: 4 }, ha: false },
    since: (live, cluster) =>
      changeVm(live, machineNamed(cluster, 'homelab-cp-5').vmid, (vm) => ({
        ...vm,
        name: 'old-one',
        config: { ...vm.config, name: 'old-one' },
      })),
  },
  'count-down-worker-off': {
    is: 'a worker that is to go is switched off',
    was: three,
    file: { workers: { general: { count: 2 } } },
    since: (live, cluster) => stopped(live, cluster, 'homelab-general-3'),
  },
  'count-down-api-unreachable': {
    is: 'a worker is to go while the Kubernetes API does not answer',
    was: three,
    file: { workers: { general: { count: 2 } } },
    since: apiUnreachable,
  },
  'count-down-host-down': {
    is: 'the host of a worker that is to go is down',
    was: three,
    file: { workers: { general: { count: 2 } } },
    since: (live, cluster) => hostDown(live, machineNamed(cluster, 'homelab-general-3').host ?? ''),
  },
  'pool-added': {
    is: 'there is to be another pool',
    was: three,
    file: { workers: { build: { count: 1, vmids: '3100-3199', addresses: '+241' } } },
  },
  'pool-removed': {
    is: 'a pool has left the file',
    was: { workers: { build: { count: 2, vmids: '3100-3199', addresses: '+241' } } },
    file: three,
  },
  'pool-renamed': {
    is: 'a pool has another name and the old VMIDs',
    was: { workers: { general: null, build: { count: 1, vmids: '3000-3099', addresses: '+221' } } },
    file: { workers: { general: null, builders: { count: 1, vmids: '3000-3099', addresses: '+221' } } },
  },
  'pool-at-old-addresses': {
    is: 'a new pool has the addresses of one that goes',
    was: { workers: { general: null, build: { count: 1, vmids: '3000-3099', addresses: '+221' } } },
    file: { workers: { general: null, builders: { count: 1, vmids: '3100-3199', addresses: '+221' } } },
  },
  'vmids-changed': {
    is: 'machines are to have other VMIDs',
    was: three,
    file: { controlPlane: { vmids: '2500-2599' } },
  },
  'extensions-changed': {
    is: 'the file has an extension more than machines were made with',
    was: three,
    file: { talos: { extensions: ['iscsi-tools', 'util-linux-tools', 'qemu-guest-agent'] } },
  },
  'secrets-missing': {
    is: 'machines run, and the secrets are gone',
    was: three,
    since: (live, cluster) => ({
      ...cluster.machines.reduce<Live>(
        (world, { name }) => withNode(world, name, { kind: 'foreign', address: '192.168.1.9', subject: name }),
        live,
      ),
      home: { secrets: 'missing', clientConfigs: 'missing' },
    }),
  },
  'secrets-missing-stopped': {
    is: 'machines are switched off, and the home is gone',
    was: three,
    since: (live, cluster) =>
      cluster.machines.reduce<Live>((world, { name }) => stopped(world, cluster, name), {
        ...live,
        etcd: { state: 'none', members: [] },
        kubernetes: { kind: 'absent' },
        home: { secrets: 'missing', clientConfigs: 'missing' },
      }),
  },
  'no-quorum-stopped': {
    is: 'two of three control planes are switched off',
    was: three,
    file: { workers: { general: { count: 4 } } },
    since: (live, cluster) =>
      stopped(
        stopped(unhealthy(live, 'homelab-cp-2', 'homelab-cp-3'), cluster, 'homelab-cp-2'),
        cluster,
        'homelab-cp-3',
      ),
  },
  'no-quorum-lost': {
    is: 'two of three control planes have lost their disks',
    was: three,
    file: { workers: { general: { count: 4 } } },
    since: (live) =>
      inMaintenance(inMaintenance(unhealthy(live, 'homelab-cp-2', 'homelab-cp-3'), 'homelab-cp-2'), 'homelab-cp-3'),
  },
  'etcd-lost': {
    is: 'every control plane has lost its disk',
    was: three,
    since: (live) =>
      ['homelab-cp-1', 'homelab-cp-2', 'homelab-cp-3'].reduce(inMaintenance, {
        ...live,
        etcd: { state: 'none', members: [] },
        kubernetes: { kind: 'absent' },
      }),
  },
  'etcd-lost-configured': {
    is: 'the only control plane has lost the data of an etcd that was healthy, and not its config',
    was: small,
    since: (live) =>
      changeNode(
        { ...live, etcd: { state: 'none', members: [] }, kubernetes: { kind: 'absent' } },
        'homelab-cp-1',
        (node) => ({ ...node, etcd: 'Preparing' }),
      ),
  },
  'bootstrap-marked-only': {
    is: 'a run was cut off after it wrote down that etcd begins, and before Talos heard of it',
    was: small,
    since: (live) =>
      changeNode(
        neverSeenHealthy({ ...live, etcd: { state: 'none', members: [] }, kubernetes: { kind: 'absent' } }),
        'homelab-cp-1',
        (node) => ({ ...node, stage: 'booting', etcd: 'Preparing' }),
      ),
  },
  'bootstrap-never-seen-healthy': {
    is: 'the run that began etcd was cut off before it saw it healthy, and nothing else is left to do',
    was: small,
    since: neverSeenHealthy,
  },
  'host-down-control-plane': {
    is: 'the host of a control plane and a worker is down, and other configs differ',
    was: three,
    since: (live, cluster) => {
      const host = machineNamed(cluster, 'homelab-cp-2').host ?? ''
      return hostDown(unhealthy(configDiffers(live, 'homelab-cp-1'), 'homelab-cp-2'), host)
    },
  },
  'host-down-new-machine': {
    is: 'a machine is to be made while a host is down',
    was: three,
    file: { workers: { general: { count: 4 } } },
    since: (live, cluster) => {
      const host = machineNamed(cluster, 'homelab-cp-1').host ?? ''
      return hostDown(unhealthy(live, 'homelab-cp-1'), host)
    },
  },
  'host-down-pinned-machine': {
    is: 'a machine is to be made on a host that is down',
    was: three,
    file: { workers: { general: { count: 4 } }, nodes: { 'homelab-general-4': { host: 'pve1' } } },
    since: (live) => hostDown(unhealthy(live, 'homelab-cp-1'), 'pve1'),
  },
  'capacity-gone': {
    is: 'no host has room for one more machine',
    was: three,
    file: { workers: { general: { count: 4 } } },
    since: (live) =>
      withProxmox(live, { hosts: live.proxmox.hosts.map((host) => ({ ...host, memoryBytes: 30 * 2 ** 30 })) }),
  },
  'contract-mismatch': {
    is: 'the file asks for another contract than the cluster was made with',
    was: three,
    since: (live) => withHome(live, { contract: 'v1.10' }),
  },
  'talos-version-differs': {
    is: 'the file says a newer Talos',
    was: three,
    since: (live) => changeNode(live, 'homelab-cp-1', (node) => ({ ...node, version: 'v1.12.1' })),
  },
  'kubernetes-version-differs': {
    is: 'the file says a newer Kubernetes',
    was: three,
    since: (live) => changeKubernetes(live, (nodes) => nodes.map((node) => ({ ...node, version: 'v1.34.2' }))),
  },
  'lock-left-behind': {
    is: 'a machine is locked, and its hardware differs',
    was: { workers: { general: { memory: '8GiB' } } },
    file: three,
    since: (live, cluster) =>
      changeVm(live, machineNamed(cluster, 'homelab-general-1').vmid, (vm) => ({ ...vm, lock: 'clone' })),
  },
  'lock-in-passing': {
    is: 'a machine is being backed up, and nothing has to be done to it',
    was: three,
    since: (live, cluster) =>
      changeVm(live, machineNamed(cluster, 'homelab-general-1').vmid, (vm) => ({ ...vm, lock: 'backup' })),
  },
  protection: {
    is: 'a worker is to go from a protected cluster',
    was: three,
    file: { protection: true, workers: { general: { count: 2 } } },
  },
  'api-unreachable': { is: 'the Kubernetes API does not answer', was: three, since: apiUnreachable },
  'control-planes-unreachable': {
    is: 'nobody can reach the control planes, and a worker is to go',
    was: three,
    file: { workers: { general: { count: 2 } } },
    since: (live) =>
      ['homelab-cp-1', 'homelab-cp-2', 'homelab-cp-3'].reduce<Live>(
        (world, name) =>
          withNode(world, name, { kind: 'unreachable', address: '192.168.1.211', reason: 'no route to host' }),
        { ...live, etcd: { state: 'unknown', members: [] }, kubernetes: { kind: 'absent' } },
      ),
  },
  'vip-silent': {
    is: 'Kubernetes answers at the addresses of its control planes, and not at the one that people are told',
    was: three,
    since: (live) =>
      live.kubernetes.kind === 'answers'
        ? { ...live, kubernetes: { ...live.kubernetes, silentAt: ['192.168.1.210'] } }
        : live,
  },
  'node-not-ready': {
    is: 'a node is not ready',
    was: three,
    since: (live) =>
      changeKubernetes(live, (nodes) =>
        nodes.map((node) =>
          node.name === 'homelab-general-1' ? { ...node, ready: false, reason: 'container runtime is down' } : node,
        ),
      ),
  },
  'node-cordoned': {
    is: 'a node takes no new pods',
    was: three,
    since: (live) =>
      changeKubernetes(live, (nodes) =>
        nodes.map((node) => (node.name === 'homelab-general-1' ? { ...node, schedulable: false } : node)),
      ),
  },
  'node-left-cordoned': {
    is: 'a run was cut off after it had emptied a node, and before it gave it back',
    was: three,
    since: (live) =>
      changeKubernetes(live, (nodes) =>
        nodes.map((node) =>
          node.name === 'homelab-general-1' ? { ...node, schedulable: false, cordonedByTalmox: true } : node,
        ),
      ),
  },
  'foreign-talos': {
    is: 'a Talos of another cluster answers at the address of a worker',
    was: three,
    since: (live) =>
      withNode(live, 'homelab-general-1', { kind: 'foreign', address: '192.168.1.221', subject: 'CN=worker' }),
  },
  'client-configs-missing': {
    is: 'talosconfig and kubeconfig are not there',
    was: three,
    since: (live) => withHome(live, { clientConfigs: 'missing' }),
  },
  'iso-left-in': {
    is: 'a machine still has the ISO that it was installed from',
    was: { ...small, image: { mode: 'iso' } },
    since: (live, cluster) => {
      const machine = machineNamed(cluster, 'homelab-cp-1')
      const { config } = vmOf(cluster, machine)
      return changeVm(live, machine.vmid, (vm) => ({ ...vm, config }))
    },
  },
  'manifests-new': {
    is: 'a manifest has come into the file',
    was: small,
    since: (live) =>
      withManifests(live, () => ({
        differences: [
          { object: 'Namespace apps', state: 'missing' },
          { object: 'Deployment apps/web', state: 'missing' },
        ],
        obsolete: [],
      })),
  },
  'manifests-differ': {
    is: 'objects are not as their manifests say, and others have left the file',
    was: small,
    since: (live) =>
      withManifests(live, () => ({
        differences: [
          { object: 'Deployment apps/web', state: 'differs', paths: ['spec.replicas', 'spec.template.spec.image'] },
          { object: 'ConfigMap apps/web', state: 'missing' },
          { object: 'Service apps/web', state: 'unlisted' },
          { object: 'Job apps/once', state: 'refused', reason: 'spec.template: field is immutable' },
        ],
        obsolete: [
          { object: 'Deployment apps/old', kept: false },
          { object: 'Namespace old', kept: true },
        ],
      })),
  },
  'manifests-unknown': {
    is: 'the API of an object that a manifest sets does not answer, and another object is missing',
    was: small,
    since: (live) =>
      withManifests(live, () => ({
        differences: [
          {
            object: 'PodMetrics default/web',
            state: 'unknown',
            reason: 'Kubernetes answered 503: service unavailable',
          },
          { object: 'ConfigMap apps/web', state: 'missing' },
        ],
        obsolete: [],
      })),
  },
  'dns-not-ready': {
    is: 'the DNS of the cluster is not ready',
    was: small,
    since: (live) =>
      live.kubernetes.kind === 'answers'
        ? { ...live, kubernetes: { ...live.kubernetes, unready: ['1 of 2 pods of coredns are ready'] } }
        : live,
  },
  'manifests-owned': {
    is: 'somebody else has taken over what a manifest sets',
    was: small,
    since: (live) =>
      withManifests(live, () => ({
        differences: [{ object: 'Deployment apps/web', state: 'owned', fields: '.spec.replicas (hpa)' }],
        obsolete: [],
      })),
  },
  'destroy-all': { is: 'the cluster is to be destroyed', was: three, planner: planDestroy },
  'destroy-named-twice': {
    is: 'the cluster is to be destroyed, and somebody gave two of its virtual machines one name',
    was: small,
    planner: planDestroy,
    since: (live) =>
      withProxmox(live, {
        vms: live.proxmox.vms.map((vm) => ({ ...vm, name: 'same', config: { ...vm.config, name: 'same' } })),
      }),
  },
  'destroy-before-etcd': {
    is: 'the cluster is to be destroyed after a run learnt the address of its API from DHCP, and before etcd began',
    was: byDhcp,
    since: ({ home: { bootstrapped: _, ...home }, ...live }) => ({
      ...live,
      etcd: { state: 'none', members: [] },
      kubernetes: { kind: 'absent' },
      home: { ...home, learntEndpoint: 'https://192.168.1.57:6443' },
    }),
    planner: planDestroy,
  },
  'destroy-shared-pool': {
    is: 'the cluster is to be destroyed, and its Proxmox pool has a guest of somebody else',
    was: small,
    planner: planDestroy,
    since: (live) =>
      withProxmox(live, { pools: live.proxmox.pools.map((pool) => ({ ...pool, vmids: [...pool.vmids, 777] })) }),
  },
  'destroy-protected': {
    is: 'a protected cluster is to be destroyed',
    was: { protection: true },
    planner: planDestroy,
  },
  'destroy-host-down': {
    is: 'the cluster is to be destroyed while a host is down',
    was: three,
    planner: planDestroy,
    since: (live) => hostDown(live, 'pve2'),
  },
  'destroy-with-images': {
    is: 'the cluster is to be destroyed with its images',
    was: small,
    since: lookedThrough,
    planner: (desired, live) => planDestroy(desired, live, { images: true }),
  },
  'destroy-with-template': {
    is: 'the cluster is to be destroyed with its images, and is of clones of a template that talmox made',
    was: ofTemplate,
    since: (live, cluster) =>
      withProxmox(lookedThrough(live, cluster), {
        pools: live.proxmox.pools.map((pool) => ({
          ...pool,
          comment: poolComment('homelab'),
          vmids: [...pool.vmids, 998],
        })),
      }),
    planner: (desired, live) => planDestroy(desired, live, { images: true }),
  },
  'destroy-template-half-made': {
    is: 'the cluster is to be destroyed with its images, and a run that was cut off has left half of a template, of which somebody has a copy',
    was: ofTemplate,
    since: (live, cluster) =>
      withInventory(lookedThrough(live, cluster), ({ templates }) => ({
        templates: [],
        unfinished: templates.flatMap((one) =>
          [one.vmid, 105].map((vmid) => ({ ...one, vmid, halfMade: true }) as const),
        ),
      })),
    planner: (desired, live) => planDestroy(desired, live, { images: true }),
  },
  'destroy-template-locked': {
    is: 'the cluster is to be destroyed with its images, and its host died while the template was made',
    was: ofTemplate,
    since: (live, cluster) =>
      withInventory(lookedThrough(live, cluster), () => ({ templates: [], nameless: [{ vmid: 998, host: 'pve1' }] })),
    planner: (desired, live) => planDestroy(desired, live, { images: true }),
  },
  'destroy-images-needed': {
    is: 'the cluster is to be destroyed with its images, of which another cluster and somebody’s VM need some',
    was: ofTemplate,
    since: (live, cluster) =>
      withInventory(lookedThrough(live, cluster), ({ files, templates }) => ({
        files: files.map((file) => ({ ...file, usedBy: [{ vmid: 777, name: 'rescue', how: 'now' }] })),
        made: templates.map(({ schematic }) => ({ vmid: 801, name: 'other-cp-1', cluster: 'other', schematic })),
      })),
    planner: (desired, live) => planDestroy(desired, live, { images: true }),
  },
  'destroy-images-in-doubt': {
    is: 'the cluster is to be destroyed with its images, and a VM cannot be read',
    was: small,
    since: (live, cluster) =>
      withInventory(lookedThrough(live, cluster), () => ({
        doubts: [
          {
            message: 'VM 777 on pve2 cannot be read, and may refer to any of them: it is offline',
            hint: 'run again when its host answers',
          },
        ],
      })),
    planner: (desired, live) => planDestroy(desired, live, { images: true }),
  },
  'destroy-images-being-read': {
    is: 'the cluster is to be destroyed with its images, and a task of a killed run still makes a template of one',
    was: ofTemplate,
    since: (live, cluster) =>
      withInventory(lookedThrough(live, cluster), () => ({
        templates: [],
        nameless: [{ vmid: 998, host: 'pve1' }],
        doubts: [
          {
            message: 'the task qmcreate 998 on pve1 may be reading one of them',
            hint: 'run again when it has ended',
            passes: true,
          },
        ],
      })),
    planner: (desired, live) => planDestroy(desired, live, { images: true }),
  },
  'destroy-images-without-right': {
    is: 'the cluster is to be destroyed with its images, and the token may not remove them',
    was: small,
    since: (live, cluster) =>
      withInventory(lookedThrough(live, cluster), () => ({ untouchable: ['local', 'another'] })),
    planner: (desired, live) => planDestroy(desired, live, { images: true }),
  },
  'destroy-with-secrets': {
    is: 'the cluster is to be destroyed with its images and its secrets',
    was: small,
    since: lookedThrough,
    planner: (desired, live) => planDestroy(desired, live, { images: true, secrets: true }),
  },
  'destroy-secrets-only': {
    is: 'the secrets are to go of a cluster that was destroyed before',
    file: small,
    since: (live) => withHome(live, { secrets: 'present', contract: 'v1.12' }),
    planner: (desired, live) => planDestroy(desired, live, { secrets: true }),
  },
  'destroy-secrets-half-gone': {
    is: 'a run was cut off while it deleted the secrets',
    file: small,
    since: (live) => withHome(live, { contract: 'v1.12' }),
    planner: (desired, live) => planDestroy(desired, live, { secrets: true }),
  },
  'destroy-nothing': { is: 'there is nothing to be destroyed', file: three, planner: planDestroy },
}

function imageFile(cluster: Desired): string {
  const fetched = plan(cluster, clusterWith(cluster)).actions.find(({ kind }) => kind === 'image.fetch')
  return fetched?.target.split('/')[1] ?? ''
}
