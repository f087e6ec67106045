/** What Proxmox says of a key that it does not know. */
export const NOT_DEFINED = 'property is not defined in schema and the schema does not allow additional properties'

/** What Proxmox says of a key that it wants and does not find. */
export const MISSING = 'property is missing and it is not optional'

/** What Proxmox says of a key that another one needs. */
export function requiredBy(key: string): string {
  return `missing property required by '${key}'`
}
