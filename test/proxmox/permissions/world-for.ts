import path from 'node:path'
import type { WorldSeed } from '../../../sim/world/seed.ts'
import { storagesUsed } from '../../../src/proxmox/permissions/product-calls.ts'
import type { Desired } from '../../../src/resolve/desired.ts'
import { resolve } from '../../../src/resolve/resolve.ts'
import { loadSpec } from '../../../src/spec/load.ts'
import { root } from '../../shared-data.ts'

/** The cluster of an example file. */
export async function example(name: string): Promise<Desired> {
  const { desired, problems } = resolve(await loadSpec(path.join(root, 'examples', name), { cwd: root }))
  if (desired === undefined) throw new Error(`${name}: ${problems.map(({ message }) => message).join('; ')}`)
  return desired
}

const SECRET = '00000000-0000-4000-8000-000000000001'
const TIB = 1024 ** 4

/** A datacenter that has everything a cluster asks for, and the token `talmox@pve!test` without any right. */
export function worldFor(desired: Desired, flavour: '8.4' | '9.2' = '9.2'): WorldSeed {
  const hosts = desired.proxmox.hosts.length > 0 ? desired.proxmox.hosts : ['pve1']
  const images = new Set(desired.machines.map(({ storage }) => storage.images))
  const shared = new Set(desired.machines.map(({ storage }) => storage.templates))
  return {
    flavour,
    nodes: hosts.map((name, at) => ({
      name,
      ip: `192.0.2.${at + 11}`,
      cores: 64,
      memory: TIB,
      bridges: bridges(desired),
    })),
    storages: storagesUsed(desired).map((storage) => ({
      storage,
      ...(images.has(storage)
        ? { type: 'dir', path: `/mnt/${storage}`, content: ['iso', 'import', 'images', 'snippets'] }
        : { type: 'zfspool', pool: `rpool/${storage}`, content: ['images', 'rootdir'] }),
      ...(shared.has(storage) && !images.has(storage) ? { shared: 1 as const } : {}),
      total: 50 * TIB,
    })),
    users: [{ userid: 'root@pam', password: 'root' }, { userid: 'talmox@pve' }],
    tokens: [
      { 'full-tokenid': 'root@pam!main', secret: SECRET, privsep: 0 },
      { 'full-tokenid': 'talmox@pve!test', secret: SECRET, privsep: 1 },
    ],
    acl: [{ path: '/', ugid: 'root@pam', roleid: 'Administrator' }],
    urls: Object.fromEntries(
      ['talos.qcow2', 'talos.iso'].map((file) => [`https://factory.talos.dev/image/${file}`, { size: 1e8 }]),
    ),
  }
}

function bridges({ machines }: Desired) {
  const names = new Set(machines.flatMap(({ nics }) => nics.map(({ bridge }) => bridge)))
  return [...names].map((iface, at) => ({ iface, ports: [`eno${at + 1}`], vlan_aware: true }))
}
