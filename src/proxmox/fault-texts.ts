/** What Proxmox says of a key that it does not know. */
export const NOT_DEFINED = 'property is not defined in schema and the schema does not allow additional properties'

/** What Proxmox says of a key that it wants and does not find. */
export const MISSING = 'property is missing and it is not optional'

/** What Proxmox says of a key that another one needs. */
export function requiredBy(key: string): string {
  return `missing property required by '${key}'`
}

/** One fault of one key. */
export type Fault = readonly [key: string, text: string]

/** Faults by key; the genuine code joins two faults of one key with a backslash and an n, not with a line feed. */
export function faultsByKey(faults: readonly Fault[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const [key, text] of faults) texts.set(key, texts.has(key) ? `${texts.get(key)}\\n${text}` : text)
  return texts
}
