/** A check of a named format: nothing when the text is fine, else what Proxmox says of it. */
export type FormatCheck = (text: string) => string | undefined

/** Checks by the name that the schema uses. */
export type FormatChecks = Readonly<Record<string, FormatCheck>>

/** A check by pattern, with a fixed complaint or one that quotes the text; one line feed may follow, as in Perl. */
export function matches(pattern: RegExp, complaint: string | ((text: string) => string)): FormatCheck {
  return (text) => {
    if (pattern.test(text.replace(/\n$/, ''))) return undefined
    return typeof complaint === 'string' ? complaint : complaint(text)
  }
}

/** A check that passes when one of several does; `0` never passes, for Perl takes their answer for false. */
export function either(checks: readonly FormatCheck[], complaint: string | ((text: string) => string)): FormatCheck {
  return (text) => {
    if (text !== '0' && checks.some((check) => check(text) === undefined)) return undefined
    return typeof complaint === 'string' ? complaint : complaint(text)
  }
}

/** Splits a list the way Proxmox does: by NUL bytes, else by commas, semicolons and blanks. */
export function splitList(text: string): readonly string[] {
  if (text.includes('\0')) return text.split('\0')
  return text.split(/[,;\s]+/).filter((part) => part !== '')
}
