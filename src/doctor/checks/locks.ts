import type { Check } from '../check.ts'
import { orOk, warn } from '../finding.ts'

export const locks: Check = {
  name: 'locks',
  about: 'No machine carries a lock that a task left behind when it was killed.',
  run: async ({ observed }) => {
    const { vms } = await observed()
    const found = vms.flatMap(({ vmid, name, host, lock }) =>
      lock === undefined
        ? []
        : [
            warn(
              `${name} (VM ${vmid}) is locked (${lock}): a task is at work on it, or was killed`,
              `when no task of it runs any more, \`qm unlock ${vmid}\` as root on ${host}; a token cannot`,
            ),
          ],
    )
    return orOk(found, 'no machine is locked')
  },
}
