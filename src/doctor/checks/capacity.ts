import { list } from '../../placement/words.ts'
import type { Check } from '../check.ts'
import { fail, ok, orOk } from '../finding.ts'

export const capacity: Check = {
  name: 'capacity',
  about: 'All machines find a host with room, with what guests of others take, by the placement of the file.',
  run: async ({ placed }) => {
    const { desired, problems } = await placed()
    const found = problems
      .filter(({ severity }) => severity === 'error')
      .map(({ message, hint }) => fail(message, hint))
    if (desired === undefined) return orOk(found, '')
    const usage = desired.placement.usage.filter(({ machines }) => machines > 0)
    return [ok(`${list(usage.map(({ host, machines }) => `${machines} on ${host}`))}`)]
  },
}
