import type { KubernetesClient } from '../client/client.ts'
import { isKubernetesError, KubernetesError } from '../client/error.ts'
import { applyObject } from '../objects/apply.ts'
import type { Place } from '../objects/paths.ts'
import { entryName, entryOf } from './inventory.ts'
import type { ManifestObject } from './parse.ts'

/** Talos makes what the machine config holds when a cluster begins, in our name, and does not look after it any more. */
const TALOS = /^conflict with "talos"/

/** What came of it: the object as it is then, or the fields that others have taken over and that are left to them. */
export type Applied = { readonly object: ManifestObject } | { readonly owned: string }

/** Applies an object of a manifest; fields that Talos set are taken from it, those of anybody else are theirs. */
export async function applyYielding(
  client: KubernetesClient,
  place: Place,
  object: ManifestObject,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Applied> {
  try {
    return { object: await applyObject(client, place, object, { dryRun }) }
  } catch (error) {
    if (!isKubernetesError(error, 'kubernetes-conflict') || error.causes.length === 0) throw tellable(error, object)
    if (!error.causes.every(({ message }) => TALOS.test(message))) return { owned: fieldsIn(error) }
    return { object: await applyObject(client, place, object, { dryRun, force: true }) }
  }
}

/** A refusal may repeat what it refuses, such as a password that YAML takes for a number. */
function tellable(error: unknown, object: ManifestObject): unknown {
  if (object.kind !== 'Secret' || !isKubernetesError(error) || error.status === undefined) return error
  const { status, code, again } = error
  return new KubernetesError(`Kubernetes answered ${status} to ${entryName(entryOf(object))}`, {
    code,
    again,
    status,
    hint: 'what it said is not shown, since it may hold the secret; check it with `kubectl apply --dry-run=server -f`',
  })
}

/** Such as `.spec.replicas (kubectl-edit)`. */
const fieldsIn = ({ causes }: KubernetesError): string =>
  causes.map(({ field, message }) => `${field} (${/"([^"]*)"/.exec(message)?.[1] ?? message})`).join(', ')
