import { CLIENT_HOURS, openTalosAccess, type TalosAccess } from '../live/talos-access.ts'
import type { SecretsBundle } from '../talos/secrets/bundle.ts'
import type { World } from '../world/world.ts'
import { type Renewed, renewed } from './renewed.ts'

/** Access to machines that is opened when it is needed, anew once the cluster has secrets, and before it expires. */
export interface LazyTalos {
  readonly open: () => Promise<TalosAccess>
  readonly close: () => void
}

/** Opens access to the machines of a cluster whose secrets may only be made while it is used. */
export function talosOnceSecret(
  { dial, clock }: Pick<World, 'dial' | 'clock'>,
  findSecrets: () => Promise<SecretsBundle | undefined>,
  mask: (text: string) => string,
  now: () => number,
): LazyTalos {
  let known: { readonly access: Renewed<TalosAccess>; readonly secrets: SecretsBundle | undefined } | undefined
  return {
    async open() {
      const secrets = await findSecrets()
      if (known === undefined || known.secrets !== secrets) {
        known?.access.close()
        const open = () => openTalosAccess({ dial, clock, mask, secrets, now: new Date(now()) })
        known = { access: renewed({ hours: CLIENT_HOURS, now }, open), secrets }
      }
      return await known.access.get()
    },
    close: () => known?.access.close(),
  }
}
