import { minorOf, newestTalos, oldestTalos } from '../../resolve/versions.ts'
import type { Choices } from './choices.ts'

/** One choice that cannot be followed, and why. */
export interface ChoiceProblem {
  readonly choice: keyof Choices
  readonly message: string
}

interface Check {
  readonly choice: keyof Choices
  readonly message: (written: string) => string | undefined
}

/** Values that the rules of the cluster file refuse as well, but with a way out that no flag can take. */
const checks: readonly Check[] = [
  {
    choice: 'controlPlanes',
    message: (written) =>
      /^0+$/.test(written)
        ? 'a cluster without control planes cannot run: use 3, of which one may fail, or 1 to try things out'
        : undefined,
  },
  {
    choice: 'workers',
    message: (written) => (/^\d+$/.test(written) ? undefined : 'expected a whole number, 0 or more'),
  },
  {
    choice: 'talosVersion',
    message: (written) => {
      // What does not even look like a version is left to the schema, which says how one is written.
      if (!/^v\d+\.\d+\.\d+/.test(written)) return undefined
      const minor = minorOf(written)
      const known = minor >= oldestTalos && minor <= newestTalos
      return known ? undefined : `talmox knows Talos v1.${oldestTalos} to v1.${newestTalos}, not ${written}`
    },
  },
]

/** Finds what can be said of the choices alone. */
export function checkChoices(choices: Choices): ChoiceProblem[] {
  return checks.flatMap(({ choice, message }) => {
    const written = choices[choice]
    const said = written === undefined ? undefined : message(written)
    return said === undefined ? [] : [{ choice, message: said }]
  })
}
