const DAY = '(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*'
const DAYS = `${DAY}(?:(?:\\.\\.|-)${DAY})?`
const FIELD = '(?:\\*|\\d+(?:\\.\\.\\d+)?)(?:/\\d+)?'
const LIST = `${FIELD}(?:,${FIELD})*`
const TIME = `(?:${LIST}:)?${LIST}(?::${LIST})?`
const DATE = `(?:${LIST}-)?${LIST}-${LIST}`
const EVENT = new RegExp(`^(?:${DAYS}(?:,${DAYS})*)?\\s*(?:${DATE})?\\s*(?:${TIME})?(?:\\s+(?:utc))?$`, 'i')
const NAMED = new Set(
  'minutely hourly daily weekly monthly yearly annually quarterly semiannually semi-annually'.split(' '),
)

/** Checks the subset of systemd's calendar events that Proxmox schedules jobs by. */
export function checkCalendarEvent(text: string): string | undefined {
  const event = text.trim()
  if (event === '') return `invalid calendar event '${text}' - unable to parse calendar event - event is empty\n`
  if (NAMED.has(event.toLowerCase()) || EVENT.test(event)) return undefined
  return `invalid calendar event '${text}' - unable to parse calendar event at '${event}' - invalid\n`
}
