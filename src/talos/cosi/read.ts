import { UserError } from '../../user-error.ts'
import type { CallOptions, StreamOptions, TalosNode } from '../api/node.ts'
import { State } from '../gen/cosi/state_pb.ts'
import { decodeResource } from './decode.ts'
import type { Kind, Resource, SingleKind } from './kind.ts'

/** Reads one resource; nothing when the machine has none of that id. */
export async function getResource<T>(
  node: TalosNode,
  kind: Kind<T>,
  id: string,
  options?: CallOptions,
): Promise<Resource<T> | undefined> {
  const { type, namespace } = kind
  try {
    const { resource } = await node.unary(State.method.get, { type, namespace, id }, options)
    return resource === undefined ? undefined : decodeResource(kind, resource)
  } catch (error) {
    if (error instanceof UserError && error.code === 'talos-not-found') return undefined
    throw error
  }
}

/** Reads the spec of a resource of which there is one per machine. */
export async function getSingle<T>(
  node: TalosNode,
  kind: SingleKind<T>,
  options?: CallOptions,
): Promise<T | undefined> {
  return (await getResource(node, kind, kind.id, options))?.spec
}

/** Reads all resources of a kind. */
export async function listResources<T>(
  node: TalosNode,
  kind: Kind<T>,
  options?: StreamOptions,
): Promise<readonly Resource<T>[]> {
  const { type, namespace } = kind
  const found: Resource<T>[] = []
  for await (const { resource } of node.stream(State.method.list, { type, namespace }, options)) {
    if (resource !== undefined) found.push(decodeResource(kind, resource))
  }
  return found
}
