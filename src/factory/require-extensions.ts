import type { Image } from '../resolve/desired.ts'
import { nearest } from '../spec/nearest.ts'
import { UserError } from '../user-error.ts'
import type { FactoryClient } from './client.ts'

/** Old names that the factory takes for the new ones. */
const RENAMED: Readonly<Record<string, string>> = {
  'siderolabs/amdgpu-firmware': 'siderolabs/amdgpu',
  'siderolabs/gasket': 'siderolabs/gasket-driver',
  'siderolabs/i915-ucode': 'siderolabs/i915',
  'siderolabs/nonfree-kmod-nvidia': 'siderolabs/nonfree-kmod-nvidia-lts',
  'siderolabs/nvidia-container-toolkit': 'siderolabs/nvidia-container-toolkit-lts',
  'siderolabs/nvidia-fabricmanager': 'siderolabs/nvidia-fabric-manager-lts',
  'siderolabs/nvidia-open-gpu-kernel-modules': 'siderolabs/nvidia-open-gpu-kernel-modules-lts',
  'siderolabs/talos-vmtoolsd': 'siderolabs/vmtoolsd-guest-agent',
  'siderolabs/usb-modem': 'siderolabs/usb-modem-drivers',
  'siderolabs/v4l-uvc': 'siderolabs/v4l-uvc-drivers',
  'siderolabs/xe-guest-utilities': 'siderolabs/xen-guest-agent',
}

/** Whether one of the official names is meant by a name, perhaps an old one. */
export function isOfficial(name: string, official: ReadonlySet<string>): boolean {
  const renamed = RENAMED[name]
  return official.has(name) || (renamed !== undefined && official.has(renamed))
}

/** Refuses extensions and overlays that a factory does not have for a version; it would do so only at the download. */
export async function requireExtensions(
  client: Pick<FactoryClient, 'url' | 'extensions' | 'overlays'>,
  { version, extensions, overlay }: Pick<Image, 'version' | 'extensions' | 'overlay'>,
): Promise<void> {
  const official = extensions.length === 0 ? [] : await client.extensions(version)
  const known = new Set(official)
  const unknown = extensions.filter((name) => !isOfficial(name, known))
  if (unknown.length > 0) throw refusal(client.url, version, 'extension', unknown, official)
  if (overlay === undefined) return
  const overlays = (await client.overlays(version)).map(({ name }) => name)
  if (!overlays.includes(overlay.name)) throw refusal(client.url, version, 'overlay', [overlay.name], overlays)
}

function refusal(
  url: string,
  version: string,
  what: 'extension' | 'overlay',
  names: readonly string[],
  known: readonly string[],
): UserError {
  const hints = names.flatMap((name) => {
    const meant = nearest(name, known)
    return meant === undefined ? [] : [`write ${meant} instead of ${name}`]
  })
  const list = names.join(', ')
  return new UserError(`${what}-unknown`, `the image factory ${url} has no ${what} ${list} for Talos ${version}`, {
    hint: hints.length > 0 ? hints.join('; ') : `check the name; it may exist for other versions of Talos only`,
  })
}
