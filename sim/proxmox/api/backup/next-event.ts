const NAMED: Readonly<Record<string, string>> = {
  minutely: '*:*',
  hourly: '*:0',
  daily: '0:0',
  weekly: 'mon 0:0',
  monthly: '*-*-1 0:0',
  quarterly: '*-1,4,7,10-1 0:0',
  semiannually: '*-1,7-1 0:0',
  'semi-annually': '*-1,7-1 0:0',
  yearly: '*-1-1 0:0',
  annually: '*-1-1 0:0',
}
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const DAY_SECONDS = 86_400
const SEARCHED_DAYS = 4 * 366

type Fits = (value: number) => boolean

/** A calendar event in its parts. */
interface Event {
  readonly weekday: Fits
  readonly date: readonly Fits[]
  readonly times: readonly number[]
}

/** The first moment of a calendar event after another, both in seconds since the epoch, in UTC. */
export function nextEvent(text: string, after: number): number | undefined {
  const event = parse(text.trim().toLowerCase())
  const today = Math.floor(after / DAY_SECONDS)
  for (let day = today; day < today + SEARCHED_DAYS; day++) {
    const at = new Date(day * DAY_SECONDS * 1000)
    const [year, month, date] = event.date
    const fits =
      event.weekday(at.getUTCDay()) &&
      (year?.(at.getUTCFullYear()) ?? true) &&
      (month?.(at.getUTCMonth() + 1) ?? true) &&
      (date?.(at.getUTCDate()) ?? true)
    const time = fits ? event.times.find((each) => day * DAY_SECONDS + each > after) : undefined
    if (time !== undefined) return day * DAY_SECONDS + time
  }
  return undefined
}

function parse(text: string): Event {
  const words = (NAMED[text] ?? text).replace(/\s*utc$/, '').split(/\s+/)
  const days = words.filter((word) => /^[a-z]/.test(word))
  const dates = words.find((word) => word.includes('-') && !/^[a-z]/.test(word))?.split('-') ?? []
  const time = words.find((word) => !/^[a-z]/.test(word) && !word.includes('-')) ?? '0:0'
  return {
    weekday:
      days.length === 0 ? () => true : (day) => days.some((each) => each.split(',').some((one) => onDay(one, day))),
    date: [...(dates.length === 2 ? ['*'] : []), ...dates].map(fitting),
    times: timesOf(time),
  }
}

function onDay(text: string, day: number): boolean {
  const [from = 0, to = from] = text.split(/\.\.|-/).map((name) => DAYS.indexOf(name.slice(0, 3)))
  return from <= to ? day >= from && day <= to : day >= from || day <= to
}

/** Minutes alone mean every hour; seconds that are not given are zero. */
function timesOf(text: string): readonly number[] {
  const parts = text.split(':')
  const [hour, minute, second] = [
    ...(parts.length === 1 ? ['*'] : []),
    ...parts,
    ...(parts.length === 3 ? [] : ['0']),
  ].map((part) => fitting(part ?? '*'))
  const range = (end: number, fits: Fits | undefined) => [...Array(end).keys()].filter((value) => fits?.(value) ?? true)
  return range(24, hour).flatMap((h) =>
    range(60, minute).flatMap((m) => range(60, second).map((s) => h * 3600 + m * 60 + s)),
  )
}

/** Whether a value is in a list such as `1,4..6`, with steps behind a slash. */
function fitting(list: string): Fits {
  const parts = list.split(',').map((part) => {
    const [span = '*', step] = part.split('/')
    const [from = 0, to = step === undefined ? from : Number.POSITIVE_INFINITY] =
      span === '*' ? [0, Number.POSITIVE_INFINITY] : span.split('..').map(Number)
    return { from, to, step: Number(step ?? 1) }
  })
  return (value) => parts.some(({ from, to, step }) => value >= from && value <= to && (value - from) % step === 0)
}
