import type { Guard } from '../guard.ts'

/** A person may want it so, and a run that was cut off may have left it so. */
export const cordoned: Guard = {
  code: 'cordoned',
  level: 'warning',
  summary: 'a node takes no new pods',
  check: ({ machines }) =>
    machines.flatMap(({ machine, kubernetes }) =>
      kubernetes === undefined || kubernetes.schedulable
        ? []
        : [
            {
              target: machine.name,
              message: 'its node is cordoned, and is left so: a person did it, or a run that was cut off',
              hint: `if nobody wants it so: kubectl uncordon ${machine.name}`,
            },
          ],
    ),
}
