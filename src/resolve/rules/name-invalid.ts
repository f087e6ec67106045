import { count } from '../../placement/words.ts'
import { dnsLabel } from '../../spec/schema/values.ts'
import { machinesByPool } from '../claims.ts'
import type { Finding, Rule } from '../rule.ts'

const longest = 63

/** The name becomes the VM's name and the host name, which are single DNS labels. */
export const nameInvalid: Rule = {
  code: 'name-invalid',
  severity: 'error',
  summary: 'every machine name, its pattern filled in, is a DNS label of at most 63 characters',
  check: ({ pools, machines }) =>
    machinesByPool(pools, machines).flatMap(([pool, members]): Finding[] => {
      const wrong = members.filter(({ name }) => !dnsLabel.safeParse(name).success)
      const [first] = wrong
      if (first === undefined) return []
      const more =
        wrong.length === 1
          ? ''
          : `, nor ${wrong.length === 2 ? 'is' : 'are'} ${count(wrong.length - 1, 'more name')} of the pool`
      return [
        {
          path: [...pool.path, 'name'],
          message: `${first.name} is not a DNS label: ${reason(first.name)}${more}`,
          hint: wayOut(first.name, pool.pattern),
        },
      ]
    }),
}

function reason(name: string): string {
  if (name.length > longest) return `${name.length} characters, and at most ${longest} are allowed`
  if (/[A-Z]/.test(name)) return 'it has upper-case letters'
  return 'it ends with a dash'
}

function wayOut(name: string, pattern: string): string {
  if (name.length > longest)
    return `shorten the pattern ${pattern} by ${name.length - longest}, or the names it is filled with`
  if (/[A-Z]/.test(name)) return 'the control planes have no pool name that fits: use {cluster}-cp-{index}'
  return 'end the pattern with {index}'
}
