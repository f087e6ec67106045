import { identityOf, isRoot } from '../../../src/talos/document/identity.ts'
import { type Document, get, isMapping, type Value } from '../../../src/talos/document/value.ts'

/** What of the machine section takes effect while the machine runs. */
const IMMEDIATE = new Set([
  'ca',
  'acceptedCAs',
  'certSANs',
  'time',
  'install',
  'network',
  'sysctls',
  'sysfs',
  'logging',
  'controlPlane',
  'kubelet',
  'kernel',
  'registries',
  'pods',
  'seccompProfiles',
  'nodeLabels',
  'nodeAnnotations',
  'nodeTaints',
])

const IMMEDIATE_FEATURES = new Set([
  'kubernetesTalosAPIAccess',
  'kubePrism',
  'hostDNS',
  'imageCache',
  'nodeAddressSortAlgorithm',
])

/** Whether a change of the config takes effect only after a reboot; further documents never need one. */
export function needsReboot(before: readonly Document[], after: readonly Document[]): boolean {
  const [old, fresh] = [before.find(isRoot), after.find(isRoot)]
  if (old === undefined || fresh === undefined) return false
  return changedKeys(old, fresh).some((key) => {
    if (key === 'cluster' || key === 'debug') return false
    if (key !== 'machine') return true
    return changedKeys(section(old, 'machine'), section(fresh, 'machine')).some((part) => {
      if (part !== 'features') return !IMMEDIATE.has(part)
      const features = (document: Document) => section(section(document, 'machine'), 'features')
      return changedKeys(features(old), features(fresh)).some((feature) => !IMMEDIATE_FEATURES.has(feature))
    })
  })
}

/** Whether two configs say the same. */
export const isSame = (before: readonly Document[], after: readonly Document[]): boolean =>
  canonicalText(before) === canonicalText(after)

const canonicalText = (documents: readonly Document[]): string =>
  JSON.stringify(documents.map((document) => [identityOf(document), document]))

function section(document: Document, key: string): Document {
  const value = get(document, key)
  return isMapping(value) ? value : {}
}

function changedKeys(before: Document, after: Document): readonly string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].filter((key) => textOf(get(before, key)) !== textOf(get(after, key)))
}

const textOf = (value: Value | undefined): string => JSON.stringify(value) ?? ''
