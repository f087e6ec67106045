import { list } from '../../placement/words.ts'
import type { ObservedStorage } from '../../proxmox/observe/observed.ts'
import { groupBy } from '../../resolve/group-by.ts'
import type { Check } from '../check.ts'
import { type Finding, fail, orOk } from '../finding.ts'
import { machinesOnHosts, type StorageUse, storageUses } from '../machines.ts'

export const storages: Check = {
  name: 'storages',
  about: 'Every storage that machines use is there on their hosts, active, and takes what they put on it.',
  run: async (patient) => {
    const [machines, { storages: there }] = await Promise.all([machinesOnHosts(patient), patient.observed()])
    const uses = groupBy(machines.flatMap(storageUses), ({ storage, host, content }) =>
      [storage, host, content].join(' '),
    )
    const found = [...uses.values()].flatMap(([use]) => judge(use, there))
    const names = new Set([...uses.values()].map(([{ storage }]) => storage))
    return orOk(
      unique(found),
      `${list([...names])} ${names.size === 1 ? 'is' : 'are'} there and take${names.size === 1 ? 's' : ''} what is needed`,
    )
  },
}

const NAMES: Readonly<Record<StorageUse['content'], string>> = {
  images: 'disk images',
  import: 'images to import',
  iso: 'ISO images',
}

function judge({ storage, host, content }: StorageUse, there: readonly ObservedStorage[]): readonly Finding[] {
  const found = there.find((one) => one.id === storage && one.host === host)
  if (found === undefined) {
    const others = there.filter((one) => one.host === host && one.content.includes(content)).map(({ id }) => id)
    const choice = others.length === 0 ? '' : `; ${host} has ${list(others)} for ${NAMES[content]}`
    return [
      fail(
        `there is no storage ${storage} on ${host}, or it may not be seen`,
        `name another one in \`proxmox.storage\`${choice}`,
      ),
    ]
  }
  if (!found.active) return [fail(`storage ${storage} on ${host} is not active`, `look at \`pvesm status\` on ${host}`)]
  if (found.content.includes(content)) return []
  return [
    fail(
      `storage ${storage} does not take ${NAMES[content]} (content ${content}); it takes ${list(found.content)}`,
      `allow it: \`pvesm set ${storage} --content ${[...found.content, content].join(',')}\`, or name another storage`,
    ),
  ]
}

/** A definition is the same on every host: its fault is told once. */
const unique = (found: readonly Finding[]): readonly Finding[] => [
  ...new Map(found.map((one) => [one.text, one])).values(),
]
