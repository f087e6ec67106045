import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import { badParameters } from '../../failure.ts'

const ALL_DAYS = 'mon,tue,wed,thu,fri,sat,sun'

/** When a job runs, as a request may say it: in one text, or in the older way by time and days. */
export interface Timing {
  readonly schedule?: string | undefined
  readonly starttime?: string | undefined
  readonly dow?: string | undefined
}

/** The schedule of a request, if it has one. */
export function scheduleOf({ schedule, starttime, dow }: Timing, isRequired: boolean): string | undefined {
  if (schedule !== undefined) {
    if (starttime === undefined) return schedule
    throw badParameters({ starttime: "'starttime' and 'schedule' cannot both be set" })
  }
  if (starttime === undefined) {
    if (isRequired) throw badParameters({ schedule: "neither 'starttime' nor 'schedule' were set" })
    return undefined
  }
  const days = splitList(dow ?? '').join(',')
  return days === '' || days === ALL_DAYS ? starttime : `${days} ${starttime}`
}
