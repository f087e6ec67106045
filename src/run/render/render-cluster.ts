import { installerOf } from '../../factory/machine-image.ts'
import { apiUrl } from '../../net/in-url.ts'
import type { Desired, Image, Machine } from '../../resolve/desired.ts'
import type { Loaded } from '../../spec/load.ts'
import { patchReader } from '../../talos/render/patch-text.ts'
import { type Rendered, renderMachine } from '../../talos/render/render.ts'
import type { SecretsBundle } from '../../talos/secrets/bundle.ts'
import { UserError } from '../../user-error.ts'
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
  /** The address that a machine was found to have, where the file does not decide it. */
  readonly learnt?: (machine: Machine) => string | undefined
  /** Where the Kubernetes API is, where neither the file nor the address of the first control plane decides it. */
  readonly endpoint?: string | undefined
}

/** Renders the configs of machines of a cluster. */
export function renderCluster(input: ClusterRender, machines: readonly Machine[] = input.desired.machines): Rendered[] {
  const { loaded, desired, bundle, secrets, schematic, running, learnt } = input
  const patchText = patchReader(loaded)
  const endpoint = endpointOf(input)
  return machines.map((machine) =>
    renderMachine({
      desired,
      machine,
      bundle,
      endpoint,
      address: machine.nics[0].addresses[0]?.address ?? learnt?.(machine),
      installer: installerOf(desired.talos.factory, machine.image, schematic(machine.image)),
      files: loaded.files,
      secret: secrets.at,
      running: running?.(machine) ?? machine.image.version,
      patchText,
    }),
  )
}

/** A config with a wrong endpoint makes a machine that waits for it for ever. */
function endpointOf({ desired, learnt, endpoint }: ClusterRender): string {
  const known = desired.network.endpoint ?? endpoint
  if (known !== undefined) return known
  const first = desired.machines.find(({ role }) => role === 'controlplane')
  const address = first === undefined ? undefined : learnt?.(first)
  if (address !== undefined) return apiUrl(address)
  throw new UserError('endpoint-unknown', 'the address of the Kubernetes API is not known yet', {
    hint: 'it is that of the first control plane, which DHCP gives; name one with network.vip or network.endpoint to know it before',
  })
}
