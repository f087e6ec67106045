import { list } from '../../placement/words.ts'
import type { Check } from '../check.ts'
import { fail, orOk } from '../finding.ts'

export const vnets: Check = {
  name: 'vnets',
  about: 'Virtual networks that machines use are in force, not only written down.',
  run: async ({ desired, vnets: ask }) => {
    const names = new Set(desired.machines.flatMap(({ nics }) => nics.map(({ bridge }) => bridge)))
    const used = (await ask()).filter(({ name }) => names.has(name))
    const found = used
      .filter(({ applied }) => !applied)
      .map(({ name, zone }) =>
        fail(`the virtual network ${name} of zone ${zone} is not applied`, 'apply it: Datacenter → SDN → Apply'),
      )
    const text = used.length === 0 ? 'no virtual network is used' : `${list(used.map(({ name }) => name))} in force`
    return orOk(found, text)
  },
}
