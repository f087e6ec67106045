const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Where a value differs from that of an undisturbed run, one line each. */
export function differences(place: string, found: unknown, wanted: unknown): readonly string[] {
  if (Object.is(found, wanted)) return []
  if (isObject(found) && isObject(wanted)) {
    const keys = new Set([...Object.keys(found), ...Object.keys(wanted)])
    return [...keys].flatMap((key) => differences(`${place}.${key}`, found[key], wanted[key]))
  }
  return [
    `${place} differs from that of an undisturbed run: ${JSON.stringify(found)}, and not ${JSON.stringify(wanted)}`,
  ]
}
