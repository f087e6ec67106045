import { list } from '../../placement/words.ts'
import { nearest } from '../../spec/nearest.ts'
import type { Path } from '../../spec/problem.ts'
import type { Finding, Rule } from '../rule.ts'

/** A pin to a host that is not there would leave the machine without one. */
export const unknownHost: Rule = {
  code: 'unknown-host',
  severity: 'error',
  summary: 'every host that a machine is pinned to exists',
  check: ({ spec, machines, hosts }) => {
    if (hosts === undefined) return []
    const known = new Set(hosts)
    const names = new Set(machines.map(({ name }) => name))
    const pins: [string, string | undefined, Path][] = [
      ...Object.entries(spec.nodes ?? {}).map(([name, { host }]): [string, typeof host, Path] => [
        name,
        host,
        ['nodes', name, 'host'],
      ]),
      ...Object.entries(spec.placement?.pinned ?? {}).map(([name, host]): [string, string, Path] => [
        name,
        host,
        ['placement', 'pinned', name],
      ]),
    ]
    const hints = new Map<string, string>()
    return pins.flatMap(([name, host, path]): Finding[] => {
      if (host === undefined || known.has(host) || !names.has(name)) return []
      const hint = hints.get(host) ?? hintFor(host, hosts)
      hints.set(host, hint)
      return [{ path, message: `${name} is pinned to ${host}, which is not one of the hosts`, hint }]
    })
  },
}

function hintFor(host: string, hosts: readonly string[]): string {
  const close = nearest(host, hosts)
  return close === undefined ? `the hosts are ${list(hosts)}` : `did you mean ${close}?`
}
