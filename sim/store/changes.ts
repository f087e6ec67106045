import type { World } from '../world/world.ts'
import { isObject, listAt, type Unit, unitsOf } from './units.ts'

/** What is different since the last look. */
export interface Changes {
  readonly set: readonly Unit[]
  readonly drop: readonly (readonly string[])[]
}

/** Finds out what has changed in a world, which anybody may change in place. */
export interface ChangeTracker {
  readonly look: (world: World) => Changes
}

/** Makes a tracker that knows nothing yet: its first look finds everything. */
export function trackChanges(): ChangeTracker {
  const known = new Map<string, string>()
  // Items of lists that only grow: all before the first that may still change are final.
  const settled = new Map<string, number>()

  return {
    look(world) {
      const set: Unit[] = []
      const met = new Set<string>()
      const meet = (path: readonly string[], value: unknown) => {
        const key = path.join('\n')
        const text = JSON.stringify(value)
        met.add(key)
        if (known.get(key) === text) return
        known.set(key, text)
        set.push({ path, value })
      }
      for (const { path, value } of unitsOf(world)) meet(path, value)
      for (const [name, items] of Object.entries(world)) {
        const list = listAt(name)
        if (list === undefined || !Array.isArray(items)) continue
        const from = settled.get(name) ?? 0
        let end = from
        for (const [at, item] of items.slice(from).entries()) {
          if (!isObject(item)) continue
          const path = [name, list.id(item)]
          meet(path, item)
          if (!list.isFinal?.(item) || end !== from + at) continue
          // Nobody looks at it again.
          known.delete(path.join('\n'))
          end++
        }
        settled.set(name, end)
      }
      return { set, drop: forget(known, met) }
    },
  }
}

/** Forgets what is no longer there, and says what that was. */
function forget(known: Map<string, string>, met: ReadonlySet<string>): (readonly string[])[] {
  const gone = [...known.keys()].filter((key) => !met.has(key))
  for (const key of gone) known.delete(key)
  return gone.map((key) => key.split('\n'))
}
