import { openTalosAccess, type TalosAccess } from '../live/talos-access.ts'
import type { SecretsBundle } from '../talos/secrets/bundle.ts'
import type { World } from '../world/world.ts'

/** Access to machines that is opened when it is needed, and anew once the cluster has secrets. */
export interface LazyTalos {
  readonly open: () => Promise<TalosAccess>
  readonly close: () => void
}

/** Opens access to the machines of a cluster whose secrets may only be made while it is used. */
export function talosOnceSecret(
  { dial, clock }: World,
  findSecrets: () => Promise<SecretsBundle | undefined>,
  mask: (text: string) => string,
): LazyTalos {
  let known: { readonly access: Promise<TalosAccess>; readonly secrets: SecretsBundle | undefined } | undefined
  return {
    async open() {
      const secrets = await findSecrets()
      if (known === undefined || known.secrets !== secrets) {
        void known?.access.then(({ close }) => close())
        known = { access: openTalosAccess({ dial, clock, mask, secrets }), secrets }
      }
      return await known.access
    },
    close: () => void known?.access.then(({ close }) => close()),
  }
}
