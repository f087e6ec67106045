/** Something that is opened with a certificate of its own, and opened anew while that still lasts. */
export interface Renewed<T> {
  readonly get: () => Promise<T>
  readonly close: () => void
}

/** What a certificate of a client lasts by. */
export interface Lifetime {
  readonly hours: number
  /** The time of this computer, by which TLS judges certificates, whatever the clock of the world says. */
  readonly now: () => number
}

const HOUR = 60 * 60_000

/** Opens something when it is needed, and anew once half of its life is over: whoever watches a cluster looks for days. */
export function renewed<T extends { readonly close: () => void }>(
  { hours, now }: Lifetime,
  open: () => Promise<T>,
): Renewed<T> {
  let current: { readonly opened: Promise<T>; readonly until: number } | undefined
  let before: Promise<T> | undefined
  const renew = (): Promise<T> => {
    // What was begun with the one before may come to its end with it, which lasts for another half.
    if (current !== undefined) {
      closeOnceOpen(before)
      before = current.opened
    }
    const opened = open().catch((error: unknown) => {
      if (current?.opened === opened) current = undefined
      throw error
    })
    current = { opened, until: now() + (hours * HOUR) / 2 }
    return opened
  }
  return {
    get: () => (current !== undefined && now() < current.until ? current.opened : renew()),
    close() {
      closeOnceOpen(before)
      closeOnceOpen(current?.opened)
    },
  }
}

/** What could not be opened has told so whoever wanted it. */
function closeOnceOpen(opened: Promise<{ readonly close: () => void }> | undefined): void {
  opened?.then(({ close }) => close()).catch(() => undefined)
}
