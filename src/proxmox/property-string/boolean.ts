/** Reads the spellings of a boolean that Proxmox takes inside property strings. */
export function parseBoolean(text: string): boolean | undefined {
  if (/^(?:1|on|yes|true)$/i.test(text)) return true
  if (/^(?:0|off|no|false)$/i.test(text)) return false
  return undefined
}
