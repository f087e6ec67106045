import { titleOf } from '../../plan/titles.ts'
import type { RunEvent } from '../../run/events.ts'
import { messageOf } from '../../run/progress.ts'
import { visibleLines } from '../../spec/visible-text.ts'
import type { Printer } from '../printer.ts'
import { span } from '../span.ts'
import type { Reporter } from './reporter.ts'

/** Tells what happens line by line, for readers that are not terminals. */
export function reportLines({ print, paint }: Printer, mask: (text: string) => string): Reporter {
  const begun = new Map<string, { readonly at: number; readonly title: string }>()
  const event = (event: RunEvent) => {
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
        return print(`${paint('red', '✗')} ${title}: ${visibleLines(mask(messageOf(event.error)))}\n`)
      }
      case 'again':
      case 'progress':
      case 'dropped':
        return undefined
    }
  }
  const nothing = () => undefined
  return { begin: nothing, event, pause: nothing, stopping: nothing, close: nothing }
}
