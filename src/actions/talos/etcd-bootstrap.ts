import { bootstrapOnce } from '../../talos/api/bootstrap-once.ts'
import { retrying } from '../../talos/api/retry.ts'
import { BOOTSTRAP_RULES } from '../../talos/api/retry-rules.ts'
import { UserError } from '../../user-error.ts'
import type { Handler } from '../handler.ts'
import { controlPlaneNodes } from './control-planes.ts'
import { untilMember } from './etcd-health.ts'

/**
 * Begins etcd, once in the life of a cluster. The choice of the machine is written down first: a run that was cut off
 * in between tells the same machine again, which is harmless, and never another one, which would be a second cluster.
 */
export const etcdBootstrap: Handler<'etcd.bootstrap'> = {
  minutes: 15,
  // Whether it has begun is asked of every control plane while it is carried out.
  done: async () => false,
  run: async ({ machine, controlPlanes }, tools, telling) => {
    const marked = await tools.home.bootstrapped()
    if (marked !== undefined && marked !== machine) throw otherwise(marked, machine)
    const nodes = await controlPlaneNodes(tools)
    const unknown = controlPlanes.filter((one) => nodes.every(({ name }) => name !== one))
    if (unknown.length > 0) throw unheard(unknown)
    const chosen = nodes.find(({ name }) => name === machine)
    if (chosen === undefined) throw new Error(`${machine} is to begin etcd and is no control plane`)
    const options = {
      budgetMs: 10 * 60_000,
      signal: telling.signal,
      onRetry: ({ message }: UserError) => telling.progress(message),
    }
    await retrying(tools.clock, BOOTSTRAP_RULES, options, async () => {
      if (marked === undefined) await tools.home.markBootstrap(machine)
      return await bootstrapOnce(nodes, chosen.address, { signal: telling.signal })
    })
    await untilMember(tools, telling, chosen)
    await tools.home.markEtcdHealthy()
  },
}

function unheard(names: readonly string[]): UserError {
  return new UserError('no-address', `nobody knows the address of ${names.join(', ')}, where etcd may have begun`, {
    hint: 'every control plane has to answer before etcd is begun: bring them back, then run again',
  })
}

function otherwise(marked: string, machine: string): UserError {
  return new UserError('bootstrap-elsewhere', `etcd was begun on ${marked}, so ${machine} must not begin another`, {
    hint: 'run again; if it stays like this, restore etcd from a snapshot',
  })
}
