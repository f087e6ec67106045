import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ApiCall, Parameters } from '../../../src/proxmox/permissions/call.ts'
import { hasSharedData, sharedData } from '../../shared-data.ts'

/** Rights as they were measured: with everything, what came back; and what could not be left out. */
export interface Measured {
  readonly full: string
  readonly need: readonly string[]
}

const FILE = 'pve/wire-captures/privilege-matrix.json'

const call =
  (line: string, parameters: Parameters = {}, storages: readonly string[] = []) =>
  (): ApiCall => {
    const [verb, template = ''] = line.split(' ')
    if (verb !== 'GET' && verb !== 'POST' && verb !== 'PUT' && verb !== 'DELETE') throw new Error(line)
    return { verb, path: template, parameters: { node: 'vm', vmid: 1000, storage: undefined, ...parameters }, storages }
  }

/** A call about VM 1000. */
export const vm = (below: string, parameters?: Parameters, storages?: readonly string[], verb = 'POST') =>
  call(`${verb} /nodes/{node}/qemu/{vmid}${below}`, parameters, storages)
const create = (keys: Parameters) => call('POST /nodes/{node}/qemu', keys)
const storage = (line: string, parameters: Parameters = {}) => call(line, { storage: 'local', ...parameters })

/** The call behind each measurement; a new row in the file has no call here, and fails. */
const calls: Readonly<Record<string, () => ApiCall>> = {
  'GET /version': call('GET /version'),
  'GET /cluster/status': call('GET /cluster/status'),
  'GET /nodes/n/status': call('GET /nodes/{node}/status'),
  'storage content': storage('GET /nodes/{node}/storage/{storage}/content'),
  'storage status': storage('GET /nodes/{node}/storage/{storage}/status'),
  'download-url': storage('POST /nodes/{node}/storage/{storage}/download-url'),
  'query-url-metadata': call('GET /nodes/{node}/query-url-metadata'),
  'delete volume (import/iso)': storage('DELETE /nodes/{node}/storage/{storage}/content/{volume}', {
    volume: 'local:iso/a.iso',
  }),
  'create empty': create({}),
  'create disk scsi0': create({ scsi0: 'local:1' }),
  'create import-from': create({ scsi0: 'local:0,import-from=local:import/a.qcow2' }),
  'create cdrom iso': create({ ide2: 'local:iso/a.iso,media=cdrom' }),
  'create cloudinit drive': create({ ide0: 'local:cloudinit' }),
  'create net0': create({ net0: 'virtio,bridge=vmbr0,tag=7' }),
  'create tags': create({ tags: 'a;b' }),
  'create in pool': create({ pool: 'k8s' }),
  'create start=1': create({ start: true }),
  'create ha-managed': create({ 'ha-managed': true }),
  'create hostpci mapping': create({ hostpci0: 'mapping=gpu0' }),
  'cloudinit regenerate': vm('/cloudinit', {}, [], 'PUT'),
  resize: vm('/resize', { disk: 'scsi0', size: '+1G' }, ['local'], 'PUT'),
  move_disk: vm('/move_disk', { disk: 'scsi0', storage: 'local' }),
  clone: vm('/clone', { newid: 1001 }, ['local']),
  template: vm('/template'),
  'status/current': vm('/status/current', {}, [], 'GET'),
  'config GET': vm('/config', {}, [], 'GET'),
  start: vm('/status/start'),
  shutdown: vm('/status/shutdown'),
  stop: vm('/status/stop'),
  reboot: vm('/status/reboot'),
  'agent ping': vm('/agent/ping'),
  'agent network-get-interfaces': vm('/agent/network-get-interfaces', {}, [], 'GET'),
  snapshot: vm('/snapshot', { snapname: 'one' }),
  'migrate precheck': vm('/migrate', {}, [], 'GET'),
  'delete VM': vm('', {}, [], 'DELETE'),
  vzdump: call('POST /nodes/{node}/vzdump', { storage: 'local' }),
  'backup job create': call('POST /cluster/backup', { storage: 'local' }),
  'backup job list': call('GET /cluster/backup'),
  'pool create': call('POST /pools', { poolid: 'p20232' }),
  'pool add vm': call('PUT /pools', { poolid: 'k8s' }),
  'HA resource add': call('POST /cluster/ha/resources'),
  'HA rules list': call('GET /cluster/ha/rules'),
  'HA rule add': call('POST /cluster/ha/rules'),
  'fw vm options': vm('/firewall/options', {}, [], 'PUT'),
  'fw vm rule': vm('/firewall/rules'),
  'fw cluster ipset': call('POST /cluster/firewall/ipset'),
  'fw cluster group': call('POST /cluster/firewall/groups'),
  'fw node options': call('GET /nodes/{node}/firewall/options'),
  'mapping pci get': call('GET /cluster/mapping/pci/{id}', { id: 'gpu0' }),
  'mapping pci create': call('POST /cluster/mapping/pci', { id: 'm20020' }),
  'hardware/pci': call('GET /nodes/{node}/hardware/pci'),
  'role create': call('POST /access/roles'),
  'user create': call('POST /access/users', { userid: 'a@pve' }),
  'acl set': call('PUT /access/acl', { path: '/vms' }),
  'token create': call('POST /access/users/{userid}/token/{tokenid}', { userid: 'a@pve', tokenid: 'x' }),
  'metrics server create': call('POST /cluster/metrics/server/{id}', { id: 'm20024' }),
  'metrics export': call('GET /cluster/metrics/export'),
  'node tasks of others': call('GET /nodes/{node}/tasks'),
}

/** Values of the keys that were measured one by one in `config KEY`. */
const values: Readonly<Record<string, string>> = {
  agent: '1',
  bios: 'ovmf',
  boot: 'order=scsi0',
  memory: '1024',
  ostype: 'l26',
  scsihw: 'virtio-scsi-pci',
  cicustom: 'user=local:snippets/x',
  hugepages: '2',
  arch: 'aarch64',
  'amd-sev': 'type=std',
  spice_enhancements: 'foldersharing=1',
  cpu: 'host',
  machine: 'q35',
  smbios1: 'uuid=00000000-0000-4000-8000-000000000001',
  serial0: 'socket',
  vga: 'std',
  watchdog: 'i6300esb',
  rng0: '/dev/urandom',
  "rng0'": '/dev/hwrng',
  net0: 'virtio,bridge=vmbr0',
  scsi1: 'local:1',
  efidisk0: 'local:1,efitype=4m',
  tpmstate0: 'local:1,version=v2.0',
  ide2: 'local:iso/a.iso,media=cdrom',
  "ide2'": 'none,media=cdrom',
  ide0: 'local:cloudinit',
  ipconfig0: 'ip=dhcp',
  hostpci0: 'mapping=gpu0',
}

/** The call that was measured. */
export function callOf(name: string): ApiCall | undefined {
  const key = /^config (?!GET)(.+)$/.exec(name)?.[1]
  if (key !== undefined) return vm('/config', { [key.replace("'", '')]: values[key] ?? '1' }, [], 'PUT')()
  return calls[name]?.()
}

/** Everything that was measured; nothing where the file is not at hand. */
export const rows: readonly (readonly [string, Measured])[] = hasSharedData(FILE)
  ? Object.entries<Measured>(JSON.parse(readFileSync(path.join(sharedData, FILE), 'utf8')))
  : []
