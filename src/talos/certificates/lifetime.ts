import { UserError } from '../../user-error.ts'

const HOUR_MS = 3_600_000
const LONGEST_HOURS = 100 * 365 * 24

/** Lifetime of client certificates unless told otherwise: one year. */
export const YEAR_HOURS = 365 * 24

/** The span of a certificate that starts `skewSeconds` before now, so that a slow clock elsewhere accepts it. */
export function validity(now: Date, hours: number, skewSeconds = 0): { from: Date; until: Date } {
  if (!(hours > 0 && hours <= LONGEST_HOURS)) {
    throw new UserError('certificate-lifetime', `a certificate cannot live for ${hours} hours`, {
      hint: `give a lifetime above zero and of at most ${LONGEST_HOURS} hours`,
    })
  }
  return { from: new Date(now.getTime() - skewSeconds * 1000), until: new Date(now.getTime() + hours * HOUR_MS) }
}
