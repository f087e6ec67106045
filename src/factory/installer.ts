/** The container image that installs or upgrades a machine. */
export interface Installer {
  readonly schematic: string
  /** Such as `v1.13.9`. */
  readonly version: string
  /** What the installed system takes itself for; `nocloud` on Proxmox. */
  readonly platform: string
  readonly secureBoot: boolean
}

// Up to 1.9 one installer served all platforms and took the platform from the system that ran it.
const FIRST_WITH_PLATFORM = 10

/** The reference of the installer that a factory serves for a schematic. */
export function installerReference(factory: string, { schematic, version, platform, secureBoot }: Installer): string {
  const { host, pathname } = new URL(factory)
  const minor = Number(/^v1\.(\d+)/.exec(version)?.[1])
  const name = minor < FIRST_WITH_PLATFORM ? 'installer' : `${platform}-installer`
  return `${host}${pathname.replace(/\/+$/, '')}/${name}${secureBoot ? '-secureboot' : ''}/${schematic}:${version}`
}

const REFERENCE =
  /^[^\s@]+\/(?:(?<platform>[a-z0-9]+)-)?installer(?<secureBoot>-secureboot)?\/(?<schematic>[0-9a-f]{64}):(?<version>v[\w.-]+)(?:@sha256:[0-9a-f]{64})?$/

/** Reads the reference of an installer; undefined when it is none of a factory. */
export function parseInstaller(reference: string): Installer | undefined {
  const { platform = 'metal', secureBoot, schematic, version } = REFERENCE.exec(reference)?.groups ?? {}
  if (schematic === undefined || version === undefined) return undefined
  return { schematic, version, platform, secureBoot: secureBoot !== undefined }
}
