import { rootOf } from '../document/identity.ts'
import { type ConfigProblem, finding } from '../document/problem.ts'
import { at, type Document, get, textAt } from '../document/value.ts'
import type { MachineContext } from '../from-desired/context.ts'

type Context = { readonly machine: Pick<MachineContext['machine'], 'name'> } & {
  readonly desired: { readonly machines: readonly Pick<MachineContext['machine'], 'name'>[] }
}

/** Finds host names that are not the machine's own: two machines would share one, and talmox would not find it again. */
export function otherHostName(documents: readonly Document[], { machine, desired }: Context): ConfigProblem[] {
  return documents.flatMap((document, index): ConfigProblem[] => {
    const said = nameIn(document)
    if (said === undefined || said.name === '' || isOwn(said.name, machine.name, documents)) return []
    const other = desired.machines.find(({ name }) => name !== machine.name && name === said.name)
    const whose =
      other === undefined ? 'in Kubernetes and etcd nobody would know it by that' : 'another machine is called so'
    const hint = `leave it out, since the cluster file names machines; or write \${node.name}, with a domain behind it or without`
    const found = finding('host-name', said.path, `${machine.name} would be called ${said.name}, and ${whose}`, hint)
    return [{ severity: 'error', ...found, index, document: said.document }]
  })
}

function nameIn(document: Document): { name: string; path: string[]; document: string } | undefined {
  if (get(document, 'kind') === 'HostnameConfig')
    return { name: textAt(document, 'hostname') ?? '', path: ['hostname'], document: 'HostnameConfig' }
  const legacy = textAt(document, 'machine', 'network', 'hostname')
  const path = ['machine', 'network', 'hostname']
  return get(document, 'kind') === undefined && legacy !== undefined
    ? { name: legacy, path, document: 'v1alpha1' }
    : undefined
}

/** A domain may follow, unless the node takes it into its name. */
function isOwn(given: string, own: string, documents: readonly Document[]): boolean {
  if (given === own) return true
  const isWhole =
    at(rootOf(documents) ?? {}, 'machine', 'kubelet', 'registerWithFQDN') === true ||
    documents.some(
      (document) => get(document, 'kind') === 'KubeNodeConfig' && get(document, 'registerWithFQDN') === true,
    )
  return given.startsWith(`${own}.`) && !isWhole
}
