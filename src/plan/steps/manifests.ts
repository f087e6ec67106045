import type { ManifestDifference } from '../../live/live.ts'
import type { Action } from '../action.ts'
import { few } from '../few.ts'
import { actionId, makeAction } from '../make-action.ts'
import type { Situation } from '../situation.ts'

/** The manifests of the file. Machines apply them once, when the cluster begins; from then on they are kept as the file says. */
export function planManifests(situation: Situation): readonly Action[] {
  const { live, desired, etcd } = situation
  if (etcd === 'unknown' || live.kubernetes.kind === 'unreachable') return []
  if (live.kubernetes.kind === 'absent') {
    const hasAny = desired.kubernetes.manifests.some(({ url }) => url === undefined)
    return hasAny ? [apply(situation, 'create', [])] : []
  }
  const { differences, obsolete } = live.kubernetes.manifests
  const open = differences.filter(({ state }) => state !== 'owned' && state !== 'unknown')
  const effect = open.every(({ state }) => state === 'missing') ? 'create' : 'update'
  return [
    ...(open.length === 0 ? [] : [apply(situation, effect, open.map(describe))]),
    ...(obsolete.length === 0 ? [] : [prune(situation, obsolete)]),
  ]
}

function apply({ desired: { name } }: Situation, effect: 'create' | 'update', details: readonly string[]): Action {
  const needs = [actionId('kubernetes.api', name)]
  const reason = details.length === 0 ? 'the file brings them' : 'the cluster is not as they say'
  const more = details.length === 0 ? {} : { details }
  return makeAction('manifests.apply', name, {}, { effect, reason, needs, ...more })
}

/** Something may have moved from one manifest to another, so that what is wanted is there first. */
function prune(
  { desired: { name } }: Situation,
  obsolete: readonly { readonly object: string; readonly kept: boolean }[],
): Action {
  const needs = [actionId('manifests.apply', name)]
  const details = obsolete.map(({ object, kept }) => (kept ? `${object} stays: others may use it` : `- ${object}`))
  const reason = 'the file has it no longer'
  return makeAction('manifests.prune', name, {}, { effect: 'destroy', reason, needs, details })
}

function describe(difference: ManifestDifference): string {
  const { object } = difference
  switch (difference.state) {
    case 'missing':
      return `+ ${object}`
    case 'unlisted':
      return `~ ${object}: not written down yet`
    case 'differs':
      return `~ ${object}: ${few(difference.paths)}`
    case 'refused':
    case 'unknown':
      return `! ${object}: ${difference.reason}`
    case 'owned':
      return `  ${object}: ${difference.fields}`
  }
}
