import { installerReference } from '../../factory/installer.ts'
import type { Desired, Image, Machine } from '../../resolve/desired.ts'
import type { Loaded } from '../../spec/load.ts'
import { patchReader } from '../../talos/render/patch-text.ts'
import { placeholderEndpoint } from '../../talos/render/placeholder.ts'
import { type Rendered, renderMachine } from '../../talos/render/render.ts'
import type { SecretsBundle } from '../../talos/secrets/bundle.ts'
import type { SecretValues } from './secret-values.ts'

/** What the configs of a cluster are rendered from. */
export interface ClusterRender {
  readonly loaded: Pick<Loaded, 'source' | 'files'>
  readonly desired: Desired
  readonly bundle: SecretsBundle
  readonly secrets: SecretValues
  /** The id of an image's schematic. */
  readonly schematic: (image: Image) => string
  /** The Talos that a machine runs now; that of the file when nothing is said. */
  readonly running?: (machine: Machine) => string
  /** Where the Kubernetes API is, when the file does not decide it. */
  readonly endpoint?: string | undefined
}

/** Renders the configs of machines of a cluster. */
export function renderCluster(input: ClusterRender, machines: readonly Machine[] = input.desired.machines): Rendered[] {
  const { loaded, desired, bundle, secrets, schematic, running } = input
  const patchText = patchReader(loaded)
  const endpoint = desired.network.endpoint ?? input.endpoint ?? placeholderEndpoint
  return machines.map((machine) =>
    renderMachine({
      desired,
      machine,
      bundle,
      endpoint,
      installer: installerOf(machine.image, desired.talos.factory, schematic),
      files: loaded.files,
      secret: secrets.at,
      running: running?.(machine) ?? machine.image.version,
      patchText,
    }),
  )
}

/** The installer that keeps what an image has. */
function installerOf(image: Image, factory: string, schematic: ClusterRender['schematic']): string {
  const { version, secureBoot } = image
  return installerReference(factory, { schematic: schematic(image), version, platform: 'nocloud', secureBoot })
}
