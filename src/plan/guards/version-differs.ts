import type { Guard } from '../guard.ts'

/** Upgrades go machine by machine with checks between them, which `up` does not do. */
export const versionDiffers: Guard = {
  code: 'version-differs',
  level: 'refused',
  summary: 'machines run another version of Talos or Kubernetes than the file says',
  check({ desired, machines }) {
    const talos = machines.flatMap(({ machine, node }) =>
      node.kind === 'configured' && node.version !== machine.image.version
        ? [difference(machine.name, 'Talos', node.version, machine.image.version)]
        : [],
    )
    const kubernetes = machines.flatMap(({ machine, kubernetes }) =>
      kubernetes !== undefined && kubernetes.version !== desired.kubernetes.version
        ? [difference(machine.name, 'Kubernetes', kubernetes.version, desired.kubernetes.version)]
        : [],
    )
    return [...talos, ...kubernetes]
  },
}

const difference = (target: string, what: string, from: string, to: string) => ({
  target,
  message: `it runs ${what} ${from}, and the file says ${to}`,
  hint: `upgrading is a command of its own; to go on without it, write ${from} into the file`,
})
