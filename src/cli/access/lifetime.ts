import { UserError } from '../../user-error.ts'
import type { Flag } from '../flag.ts'

const HOURS: Readonly<Record<string, number>> = { m: 1 / 60, h: 1, d: 24, w: 7 * 24, y: 365 * 24 }

/** The flag that says how long a certificate lives, read into hours. */
export const ttlFlag: Flag<number | undefined> = {
  placeholder: 'TIME',
  about: 'how long the certificate is good for, such as 8h or 30d',
  otherwise: '1y',
  read(written, name) {
    if (written === undefined) return undefined
    const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([mhdwy])$/.exec(written) ?? []
    const hours = Number(number) * (HOURS[unit] ?? Number.NaN)
    if (hours > 0) return hours
    throw new UserError('usage', `${name} must be a time such as 30m, 8h, 7d, 2w or 1y, not ${JSON.stringify(written)}`)
  },
}
