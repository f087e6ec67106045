import { titleOf } from '../../plan/titles.ts'
import type { RunEvent } from '../../run/events.ts'
import type { Printer } from '../printer.ts'

/** Tells what happens line by line, for readers that are not terminals. */
export function reportLines({ print, paint }: Printer, mask: (text: string) => string): (event: RunEvent) => void {
  const begun = new Map<string, { readonly at: number; readonly title: string }>()
  return (event) => {
    switch (event.type) {
      case 'started':
        begun.set(event.action.id, { at: event.at, title: titleOf(event.action) })
        return print(`  ${titleOf(event.action)} …\n`)
      case 'ended': {
        const { at = event.at, title = event.id } = begun.get(event.id) ?? {}
        const note = event.outcome === 'skipped' ? 'was done already' : span(event.at - at)
        return print(`${paint('green', '✓')} ${title} ${paint('dim', `(${note})`)}\n`)
      }
      case 'failed': {
        const title = begun.get(event.id)?.title ?? event.id
        const text = event.error instanceof Error ? event.error.message : String(event.error)
        return print(`${paint('red', '✗')} ${title}: ${mask(text)}\n`)
      }
      case 'again':
      case 'progress':
      case 'dropped':
        return undefined
    }
  }
}

/** A span of time for people: `0.4 s`, `12 s`, `3 min 5 s`. */
export function span(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
