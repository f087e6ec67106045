const subdomain = /^[a-z\d](?:[-a-z\d]*[a-z\d])?(?:\.[a-z\d](?:[-a-z\d]*[a-z\d])?)*$/
const plainName = /^(?:[A-Za-z\d][-\w.]*)?[A-Za-z\d]$/
const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']
const reserved = ['talos.dev/owned-annotations', 'talos.dev/owned-labels', 'talos.dev/owned-taints']

type Problem = string | undefined

/** A key of a label, annotation or taint: an optional domain and a name. */
export function qualifiedName(key: string): Problem {
  const [name = '', domain, ...more] = key.split('/').toReversed()
  const isFine =
    more.length === 0 &&
    name.length <= 63 &&
    plainName.test(name) &&
    (domain === undefined || (domain.length <= 253 && subdomain.test(domain)))
  return isFine ? undefined : `${key} is not a valid key`
}

/** A label's value: at most 63 letters, digits, dots, dashes and underscores. */
export const labelValue = (value: string): Problem =>
  value === '' || (value.length <= 63 && plainName.test(value)) ? undefined : `${value} is not a valid label value`

/** A label. */
export const label = (key: string, value: string): Problem => qualifiedName(key) ?? labelValue(value)

/** An annotation. */
export const annotation = (key: string): Problem =>
  reserved.includes(key) ? `${key} is reserved by Talos` : qualifiedName(key)

/** A taint, written `Effect` or `value:Effect`. */
export function taint(key: string, value: string): Problem {
  const [first = '', second] = value.split(':')
  const effect = second ?? first
  if (!effects.includes(effect)) return `${effect} is not one of ${effects.join(', ')}`
  return qualifiedName(key) ?? (second === undefined ? undefined : labelValue(first))
}
