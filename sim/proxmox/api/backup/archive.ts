import type { Vm } from '../../../world/vm.ts'
import type { World } from '../../../world/world.ts'
import type { LooseParameters } from '../../call.ts'
import { guestName } from '../../guests/facts.ts'
import { backupVolumes } from './coverage.ts'

const SUFFIXES: Readonly<Record<string, string>> = { 1: '.lzo', lzo: '.lzo', gzip: '.gz', zstd: '.zst' }

const two = (value: number): string => String(value).padStart(2, '0')

/** A moment as the names of archives hold it. */
function stamp(now: number): string {
  const at = new Date(now)
  const date = [at.getUTCFullYear(), two(at.getUTCMonth() + 1), two(at.getUTCDate())].join('_')
  return `${date}-${[at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join('_')}`
}

/** The file name of a guest's archive. */
export function archiveName({ kind, vmid }: Vm, now: number, compress: unknown): string {
  const base = `vzdump-${kind}-${vmid}-${stamp(now)}.${kind === 'qemu' ? 'vma' : 'tar'}`
  return `${base}${SUFFIXES[String(compress ?? '')] ?? ''}`
}

/** What the archive of a guest takes: what its disks hold. */
export function archiveBytes(world: World, vm: Vm): number {
  const names = backupVolumes(vm)
    .filter(({ included }) => included === 1)
    .map(({ volume }) => volume)
  return world.volumes
    .filter(({ storage, name }) => names.includes(`${storage}:${name}`))
    .reduce((sum, { usedBytes }) => sum + usedBytes, 0)
}

/** The notes of an archive, from their template. */
export function notesOf(world: World, vm: Vm, template: LooseParameters[string]): string | undefined {
  if (typeof template !== 'string') return undefined
  const values: Readonly<Record<string, string>> = {
    cluster: world.cluster?.name ?? 'standalone node',
    guestname: guestName(vm),
    node: vm.node,
    vmid: String(vm.vmid),
  }
  return template
    .replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))
    .replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}
