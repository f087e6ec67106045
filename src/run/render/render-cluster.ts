import { installerOf } from '../../factory/machine-image.ts'
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
      installer: installerOf(desired.talos.factory, machine.image, schematic(machine.image)),
      files: loaded.files,
      secret: secrets.at,
      running: running?.(machine) ?? machine.image.version,
      patchText,
    }),
  )
}
