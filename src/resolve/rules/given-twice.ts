import { formatPath, type Path } from '../../spec/problem.ts'
import { type Layered, type Shortcut, shortcuts, shortcutTarget } from '../layers.ts'
import type { Finding, Rule } from '../rule.ts'

/** A short form is its long form, so one of the two would be lost. */
export const givenTwice: Rule = {
  code: 'given-twice',
  severity: 'error',
  summary: 'a short form such as `cores` and its long form `vm.cores` are not both written in one place',
  check: ({ spec }) => {
    const places: [Path, Layered | undefined][] = [
      [['roles', 'controlPlane'], spec.roles?.controlPlane],
      [['roles', 'worker'], spec.roles?.worker],
      [['controlPlane'], spec.controlPlane],
      ...named('workers', spec.workers),
      ...named('nodes', spec.nodes),
    ]
    return places.flatMap(([base, said]) =>
      said === undefined ? [] : shortcuts.flatMap(([key]) => fault(base, said, key)),
    )
  },
}

function named(section: string, places: Readonly<Record<string, Layered>> = {}): [Path, Layered][] {
  return Object.entries(places).map(([name, said]) => [[section, name], said])
}

function fault(base: Path, said: Layered, key: Shortcut): Finding[] {
  const target = shortcutTarget(key, said)
  if (said[key] === undefined || valueAt(said, target) === undefined) return []
  const long = formatPath(target)
  return [
    {
      path: [...base, key],
      on: 'key',
      message: `${key} is short for ${long}, and both are written here`,
      hint: `keep ${key} or ${long}`,
    },
  ]
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (node, part) =>
      typeof node === 'object' && node !== null ? Object.entries(node).find(([key]) => key === part)?.[1] : undefined,
    value,
  )
}
