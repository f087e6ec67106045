import { list } from '../../placement/words.ts'
import { nearest } from '../../spec/nearest.ts'
import type { Check } from '../check.ts'
import { fail, orOk, warn } from '../finding.ts'

export const hosts: Check = {
  name: 'hosts',
  about: 'The hosts that the file names exist and are online.',
  run: async ({ desired, observed }) => {
    const there = (await observed()).hosts
    const names = there.map(({ name }) => name)
    const isOpen = desired.proxmox.hosts.length === 0
    const wanted = isOpen ? names : desired.proxmox.hosts
    const found = wanted.flatMap((name) => {
      const host = there.find((one) => one.name === name)
      if (host === undefined) {
        const close = nearest(
          name,
          names.filter((other) => !wanted.includes(other)),
        )
        const hint = close === undefined ? `Proxmox has ${list(names)}` : `did you mean ${close}?`
        return [fail(`there is no host ${name}`, hint)]
      }
      if (host.unreachable === undefined) return []
      // A host that the file does not ask for is no loss to it.
      const say = isOpen ? warn : fail
      return [say(`${name} is down: ${host.unreachable}`, 'start it, or take it out of `proxmox.hosts`')]
    })
    return orOk(found, `${list(wanted)} ${wanted.length === 1 ? 'is' : 'are'} online`)
  },
}
