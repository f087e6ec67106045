import { isObject, type Json, listAt, numberAt, textAt } from '../json.ts'
import type { Propagation, RemoveOptions } from '../operations/remove.ts'
import type { WriteOptions } from '../operations/request.ts'
import type { ApiRequest } from './request.ts'

/** How a change was asked for; what is wrong but accepted is added to the warnings. */
export function writeOptions({ query, userAgent, user }: ApiRequest, warnings: string[]): WriteOptions {
  const validation = query.get('fieldValidation')
  return {
    manager: query.get('fieldManager') ?? (userAgent.split('/')[0] || 'unknown'),
    dryRun: query.getAll('dryRun').includes('All'),
    validation: validation === 'Ignore' || validation === 'Strict' ? validation : 'Warn',
    warn: (text) => void warnings.push(text),
    ...(user === undefined ? {} : { user }),
  }
}

const POLICIES: readonly Propagation[] = ['Background', 'Foreground', 'Orphan']

/** How a deletion was asked for, in its body or in its query. */
export function removeOptions({ query }: ApiRequest, body: Json): RemoveOptions {
  const options = isObject(body) ? body : {}
  const policy = textAt(options, 'propagationPolicy') || query.get('propagationPolicy')
  const grace = query.get('gracePeriodSeconds')
  return {
    graceSeconds: numberAt(options, 'gracePeriodSeconds') ?? (grace === null ? undefined : Number(grace)),
    propagation: POLICIES.find((each) => each === policy),
    uid: textAt(options, 'preconditions', 'uid') || undefined,
    resourceVersion: textAt(options, 'preconditions', 'resourceVersion') || undefined,
    dryRun: query.getAll('dryRun').includes('All') || listAt(options, 'dryRun').includes('All'),
  }
}
