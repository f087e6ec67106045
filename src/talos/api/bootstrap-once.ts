import { UserError } from '../../user-error.ts'
import { type BootstrapOutcome, bootstrap } from './bootstrap.ts'
import type { TalosNode } from './node.ts'
import { listServices } from './services.ts'

// States of a service that has begun to run; before the bootstrap etcd is `Preparing`, and waits.
const BEGUN = ['Starting', 'Running', 'Stopping']

/** Begins etcd on the chosen control plane, unless it runs on any; refuses when a control plane cannot be asked. */
export async function bootstrapOnce(
  controlPlanes: readonly TalosNode[],
  chosen: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<BootstrapOutcome> {
  const node = controlPlanes.find(({ address }) => address === chosen)
  if (node === undefined) throw new Error(`${chosen} is not among the control planes`)
  const begun = await Promise.all(controlPlanes.map((one) => hasBegun(one, options)))
  if (begun.includes(true)) return 'already'
  return bootstrap(node, { ...options, fresh: true })
}

async function hasBegun(node: TalosNode, options: { readonly signal?: AbortSignal }): Promise<boolean> {
  try {
    const etcd = (await listServices(node, { ...options, fresh: true })).find(({ id }) => id === 'etcd')
    return etcd !== undefined && BEGUN.includes(etcd.state)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError(error.code, `cannot tell whether etcd already runs, so it is not begun: ${error.message}`, {
      hint: 'all control planes must answer before the first bootstrap; a second one would make a second cluster',
    })
  }
}
