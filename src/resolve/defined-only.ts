/** A value without its undefined properties, as spreads and exact types want it. */
export function definedOnly<Value extends object>(
  value: Value,
): { [Key in keyof Value]?: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as {
    [Key in keyof Value]?: Exclude<Value[Key], undefined>
  }
}
