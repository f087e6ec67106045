import type { Check } from '../check.ts'
import { orOk, warn } from '../finding.ts'

export const names: Check = {
  name: 'names',
  about: 'No guest of others has the name of a machine.',
  run: async ({ desired, observed }) => {
    const { others } = await observed()
    const own = new Set(desired.machines.map(({ name }) => name))
    const found = others
      .filter(({ name, inTheWay }) => own.has(name ?? '') && inTheWay?.takes.includes('vmid') !== true)
      .map(({ name, vmid, host }) =>
        warn(
          `${name} is also the name of VM ${vmid} on ${host}, which is not ours`,
          'it is never touched; rename one of them, to tell them apart',
        ),
      )
    return orOk(found, 'nobody else uses the names of the machines')
  },
}
