import { groupBy } from '../../resolve/group-by.ts'
import { few } from '../few.ts'
import type { Guard } from '../guard.ts'

/** Upgrades go machine by machine with checks between them, which `up` does not do. */
export const versionDiffers: Guard = {
  code: 'version-differs',
  level: 'refused',
  summary: 'machines run another version of Talos or Kubernetes than the file says',
  check: ({ desired, machines }) => [
    ...differences(
      'Talos',
      machines.flatMap(({ machine, node }) =>
        node.kind === 'configured' ? [{ name: machine.name, has: node.version, wanted: machine.image.version }] : [],
      ),
    ),
    ...differences(
      'Kubernetes',
      machines.flatMap(({ machine, kubernetes }) =>
        kubernetes === undefined
          ? []
          : [{ name: machine.name, has: kubernetes.version, wanted: desired.kubernetes.version }],
      ),
    ),
  ],
}

interface Version {
  readonly name: string
  readonly has: string
  readonly wanted: string
}

/** One finding for all machines that differ in the same way. */
function differences(what: string, versions: readonly Version[]) {
  const differing = versions.filter(({ has, wanted }) => has !== wanted)
  const groups = groupBy(differing, ({ has, wanted }) => `${has} ${wanted}`)
  return [...groups.values()].map((group) => {
    const [{ has, wanted }] = group
    return {
      target: few(group.map(({ name }) => name)),
      message: `running ${what} ${has}, and the file says ${wanted}`,
      hint: `upgrading is a command of its own; to go on without it, write ${has} into the file`,
    }
  })
}
