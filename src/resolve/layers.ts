import type { z } from 'zod'
import type { Role } from '../placement/types.ts'
import type { Path } from '../spec/problem.ts'
import type { Spec } from '../spec/schema/cluster.ts'
import { machineKubernetesShape } from '../spec/schema/kubernetes.ts'
import type { settingsShape } from '../spec/schema/machine.ts'
import { machineNetworkShape } from '../spec/schema/network.ts'
import { machineTalosShape } from '../spec/schema/talos.ts'
import { isRequired } from './required-settings.ts'

/** The sections that layers may each say something about. */
export type Settings = { [Key in keyof typeof settingsShape]: NonNullable<z.output<(typeof settingsShape)[Key]>> }
/** What a place in the file that is a layer may say. */
export type Layered = Partial<Pick<NonNullable<Spec['controlPlane']>, keyof Settings | keyof typeof shortcutTargets>>

/** One layer of settings: what it says, what it takes away, and where each value is written. */
export interface Layer {
  /** The place in the file that this layer is, or nothing for built-in values. */
  readonly base: Path | undefined
  readonly value: Readonly<Record<string, unknown>>
  /** Paths, within the settings, of inherited values that are taken away by `null`. */
  readonly removed: readonly Path[]
  /** The path in the file of a path in the settings. */
  readonly written: (path: Path) => Path
}

/** Where each short form belongs in the settings. */
export const shortcutTargets = {
  cores: ['vm', 'cores'],
  memory: ['vm', 'memory'],
  disk: ['vm', 'disk'],
  disks: ['vm', 'disks'],
  gpu: ['vm', 'pci'],
  extensions: ['talos', 'extensions'],
  patches: ['talos', 'patches'],
  kernelModules: ['talos', 'kernelModules'],
  labels: ['kubernetes', 'labels'],
  annotations: ['kubernetes', 'annotations'],
  taints: ['kubernetes', 'taints'],
} as const satisfies Record<string, Path>

/** A short form. */
export type Shortcut = keyof typeof shortcutTargets
/** The short forms and where they belong. */
export const shortcuts = Object.entries(shortcutTargets) as [Shortcut, (typeof shortcutTargets)[Shortcut]][]
const sectionNames = ['vm', 'talos', 'kubernetes', 'network', 'storage', 'image'] as const

const startsWith = (path: Path, head: Path) => head.every((part, index) => path[index] === part)

/** The layers that make up one machine's settings, from the widest to the narrowest. */
export function layersOf(
  spec: Spec,
  removed: readonly Path[],
  machine: { role: Role; pool: Path; name: string },
  builtIn: Layer,
): Layer[] {
  const role = machine.role === 'controlplane' ? 'controlPlane' : 'worker'
  const pool = machine.role === 'controlplane' ? spec.controlPlane : spec.workers?.[String(machine.pool[1])]
  const node = spec.nodes?.[machine.name]
  return [
    builtIn,
    layer([], globalSettings(spec), removed, (path) => (path[0] === 'storage' ? ['proxmox', ...path] : path)),
    layer(['roles', role], spec.roles?.[role] ?? {}, removed),
    layer(machine.pool, pool ?? {}, removed),
    layer(['nodes', machine.name], node ?? {}, removed),
  ]
}

/** What the sections of the whole cluster say about its machines; their other keys are not settings of a machine. */
function globalSettings({ vm, talos, kubernetes, network, image, proxmox }: Spec): Layered {
  return {
    vm,
    talos: pick(talos, machineTalosShape),
    kubernetes: pick(kubernetes ?? {}, machineKubernetesShape),
    network: pick(network ?? {}, machineNetworkShape),
    image,
    storage: proxmox?.storage,
  }
}

function pick<Value extends object, Shape extends object>(
  value: Value,
  shape: Shape,
): Pick<Value, keyof Shape & keyof Value> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key in shape)) as Pick<
    Value,
    keyof Shape & keyof Value
  >
}

/** A layer written at `base`, its short forms put where they belong. */
export function layer(base: Path, said: Layered, removed: readonly Path[], written?: (path: Path) => Path): Layer {
  const value: Record<string, Record<string, unknown>> = {}
  for (const name of sectionNames) if (said[name] !== undefined) value[name] = { ...said[name] }
  for (const [key, [name, inner]] of shortcuts) {
    if (said[key] !== undefined) value[name] = { ...value[name], [inner]: expand(key, said) }
  }
  const toFile = written ?? ((path: Path): Path => [...base, ...(fromShortcut(path, said) ?? path)])
  return { base, value, removed: removedWithin(base, removed), written: toFile }
}

/** The place in the settings that a short form stands for, as it is written here: a bare disk is only its size. */
export function shortcutTarget(key: Shortcut, said: Layered): Path {
  return key === 'disk' && typeof said.disk === 'number' ? ['vm', 'disk', 'size'] : shortcutTargets[key]
}

function expand(key: Shortcut, said: Layered): unknown {
  if (key === 'disk' && typeof said.disk === 'number') return { ...said.vm?.disk, size: said.disk }
  return key === 'gpu' ? [said.gpu] : said[key]
}

function fromShortcut(path: Path, said: Layered): Path | undefined {
  for (const [key] of shortcuts) {
    const target = shortcutTarget(key, said)
    if (said[key] === undefined || !startsWith(path, target)) continue
    const rest = path.slice(target.length)
    return [key, ...(key === 'gpu' ? rest.slice(1) : rest)]
  }
  return undefined
}

/** How many parts of a path name the layer it belongs to; every other path belongs to the cluster as a whole. */
const layerDepths: ReadonlyMap<unknown, number> = new Map([
  ['roles', 2],
  ['controlPlane', 1],
  ['workers', 2],
  ['nodes', 2],
])

/** The setting of a machine that a place in the file is about; a whole section is none. */
export function settingAt(path: Path): Path | undefined {
  const depth = layerDepths.get(path[0]) ?? 0
  const within = path.slice(depth)
  const target = depth === 0 ? undefined : shortcuts.find(([key]) => key === within[0])?.[1]
  if (target !== undefined) return [...target, ...within.slice(1)]
  const setting = depth === 0 && path[0] === 'proxmox' ? path.slice(1) : within
  // A section without content is an empty section, not a wish to lose everything inherited.
  return setting.length > 1 && sectionNames.some((name) => name === setting[0]) ? setting : undefined
}

function removedWithin(base: Path, removed: readonly Path[]): Path[] {
  return removed
    .filter((path) => startsWith(path, base) && base.length === (layerDepths.get(path[0]) ?? 0))
    .flatMap((path) => {
      const setting = settingAt(path)
      return setting === undefined || isRequired(setting) ? [] : [setting]
    })
}
