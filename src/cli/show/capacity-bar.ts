import type { Style } from '../printer.ts'

/** How much of something is used, of how much if that is known. */
export interface Level {
  readonly used: number
  readonly limit?: number
}

const cells = 10

/** A bar of ten cells and the share in percent; nothing while the limit is unknown. */
export function capacityBar({ used, limit }: Level): string {
  if (limit === undefined) return ''
  const share = shareOf(used, limit)
  // Anything that is used shows, and only what is full looks full.
  const least = used > 0 ? 1 : 0
  const most = share < 1 ? cells - 1 : cells
  const filled = Math.min(most, Math.max(least, Math.round(share * cells)))
  return `${'█'.repeat(filled)}${'░'.repeat(cells - filled)} ${percent(share).padStart(4)}`
}

/** How a level looks: red when it is nearly full, yellow when it is getting there. */
export function levelStyle({ used, limit }: Level): Style | undefined {
  const share = limit === undefined ? 0 : shareOf(used, limit)
  if (share > 0.9) return 'red'
  return share > 0.75 ? 'yellow' : undefined
}

const percent = (share: number): string => (Number.isFinite(share) ? `${Math.round(share * 100)}%` : 'full')

function shareOf(used: number, limit: number): number {
  if (limit > 0) return used / limit
  return used > 0 ? Number.POSITIVE_INFINITY : 0
}
