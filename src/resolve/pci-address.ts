/** A PCI address in full: with its domain, and `*` for all functions. */
export function fullAddress(address: string): string {
  const withDomain = address.split(':').length === 2 ? `0000:${address}` : address
  return (withDomain.includes('.') ? withDomain : `${withDomain}.*`).toLowerCase()
}

/** Whether two full addresses mean a common device. */
export function overlaps(one: string, other: string): boolean {
  const [oneSlot, oneFunction] = one.split('.')
  const [otherSlot, otherFunction] = other.split('.')
  return oneSlot === otherSlot && (oneFunction === otherFunction || oneFunction === '*' || otherFunction === '*')
}
