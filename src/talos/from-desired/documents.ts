import { configure } from '../config/configure.ts'
import { generate } from '../config/generate.ts'
import type { Document, Value } from '../document/value.ts'
import { configInput } from './config-input.ts'
import { contractIn, type MachineContext } from './context.ts'
import { kubernetesWishes } from './kubernetes.ts'
import { networkWishes } from './network.ts'
import { registryWishes } from './registries.ts'
import { systemWishes } from './system.ts'

/** The config of a machine as the cluster file wants it, before any patch. */
export function documentsFor(context: MachineContext, patches: readonly Value[]): Document[] {
  const wishes = {
    ...networkWishes(context, patches),
    ...systemWishes(context),
    ...registryWishes(context),
    ...kubernetesWishes(context),
  }
  return configure(generate(configInput(context)), wishes, contractIn(context))
}
