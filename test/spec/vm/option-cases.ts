import type { vmOptions } from '../../../src/spec/vm/options.ts'
import { smallCluster } from '../../resolve/resolved.ts'

const password = { proxmox: { ...smallCluster.proxmox, credentials: { type: 'password', username: 'root@pam' } } }

/** Option, how it is written, the Proxmox keys it decides. */
export const optionCases: readonly [
  option: keyof typeof vmOptions,
  vm: object,
  qm: Record<string, string | undefined>,
  change?: object,
][] = [
  ['cores', { cores: 6 }, { cores: '6' }],
  ['sockets', { sockets: 2 }, { sockets: '2' }],
  ['vcpus', { vcpus: 2 }, { vcpus: '2' }],
  ['cpu', { cpu: 'x86-64-v3' }, { cpu: 'x86-64-v3' }],
  ['cpu', { cpu: { type: 'host', flags: ['+aes', '-pcid'], hidden: true } }, { cpu: 'host,flags=+aes;-pcid,hidden=1' }],
  ['affinity', { affinity: '0,4,8-11' }, { affinity: '0,4,8-11' }, password],
  ['cpuLimit', { cpuLimit: 2.5 }, { cpulimit: '2.5' }],
  ['cpuUnits', { cpuUnits: 200 }, { cpuunits: '200' }],
  ['numa', { numa: false }, { numa: '0' }],
  ['memory', { memory: '6GiB' }, { memory: '6144' }],
  ['balloon', { balloon: '4GiB' }, { balloon: '4096' }],
  ['shares', { shares: 2000 }, { shares: '2000' }],
  ['hugepages', { hugepages: '1GiB' }, { hugepages: '1024' }, password],
  ['bios', { bios: 'seabios' }, { bios: 'seabios', efidisk0: undefined }],
  ['machine', { machine: 'i440fx' }, { machine: 'pc' }],
  ['machine', { machine: 'pc-q35-9.2+pve1' }, { machine: 'pc-q35-9.2+pve1' }],
  [
    'efidisk',
    { efidisk: { preEnrolledKeys: true, storage: 'tank' } },
    { efidisk0: 'tank:1,efitype=4m,pre-enrolled-keys=1' },
  ],
  ['tpm', { tpm: {} }, { tpmstate0: 'local-lvm:1,version=v2.0' }],
  ['ostype', { ostype: 'other' }, { ostype: 'other' }],
  ['scsihw', { scsihw: 'pvscsi' }, { scsihw: 'pvscsi' }],
  [
    'disk',
    { disk: { bus: 'virtio', size: '20GiB' } },
    { virtio0: 'local-lvm:20,backup=0,discard=on,replicate=0', boot: 'order=virtio0;net0' },
  ],
  ['disk', { disk: { discard: false, ssd: false, backup: true, replicate: true } }, { scsi0: 'local-lvm:40' }],
  [
    'disks',
    {
      disks: [
        {
          size: '1TiB',
          storage: 'tank',
          cache: 'writethrough',
          aio: 'native',
          limits: { readMbps: 200, writeIops: 500 },
        },
        { size: '10GiB', bus: 'virtio', iothread: true, backup: true },
        { size: '20GiB' },
      ],
    },
    {
      scsi1: 'tank:1024,aio=native,backup=0,cache=writethrough,discard=on,iops_wr=500,mbps_rd=200,replicate=0,ssd=1',
      virtio0: 'local-lvm:10,discard=on,iothread=1,replicate=0',
      scsi2: 'local-lvm:20,backup=0,discard=on,replicate=0,ssd=1',
    },
  ],
  ['boot', { boot: ['scsi0'] }, { boot: 'order=scsi0' }],
  [
    'net',
    { net: { model: 'e1000', queues: 2, firewall: true, rate: 125, trunks: [10, 20] } },
    { net0: 'e1000=66:DD:7B:60:E2:04,bridge=vmbr0,firewall=1,queues=2,rate=125,trunks=10;20' },
  ],
  [
    'pci',
    { pci: [{ mapping: 'card', rombar: false, xVga: true, mdev: 'nvidia-63' }] },
    { hostpci0: 'mapping=card,mdev=nvidia-63,pcie=1,rombar=0,x-vga=1' },
  ],
  ['pci', { pci: [{ address: '0000:28:00.0' }] }, { hostpci0: '0000:28:00.0,pcie=1' }, password],
  ['pci', { machine: 'i440fx', pci: [{ mapping: 'card' }] }, { hostpci0: 'mapping=card' }],
  ['agent', { agent: false }, { agent: '0' }],
  ['serial', { serial: true }, { serial0: 'socket' }],
  ['vga', { vga: { type: 'virtio', memory: 32 } }, { vga: 'virtio,memory=32' }],
  ['rng', { rng: { maxBytes: 1024, period: 1000 } }, { rng0: 'source=/dev/urandom,max_bytes=1024,period=1000' }],
  ['watchdog', { watchdog: { action: 'reset' } }, { watchdog: 'model=i6300esb,action=reset' }],
  ['hotplug', { hotplug: ['network', 'disk'] }, { hotplug: 'network,disk' }],
  ['hotplug', { hotplug: [] }, { hotplug: '0' }],
  ['onboot', { onboot: false }, { onboot: undefined }],
  ['startup', { startup: { order: 4 } }, { startup: 'order=4,up=15,down=60' }],
  ['startup', { startup: { order: '+3', up: 0, down: 600 } }, { startup: 'order=4,up=0,down=600' }],
  ['protection', { protection: true }, { protection: '1' }],
  ['hookscript', { hookscript: 'local:snippets/hook.sh' }, { hookscript: 'local:snippets/hook.sh' }, password],
  ['tags', { tags: ['zebra', 'attic'] }, { tags: 'attic;controlplane;kubernetes;linux;talmox;talos;test;zebra' }],
  ['description', { description: 'rack 3' }, { description: 'rack 3' }],
  ['raw', { raw: { tablet: false, localtime: 1 } }, { tablet: '0', localtime: '1' }],
]
