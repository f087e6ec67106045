import type { Guard } from '../guard.ts'

/** A person wants it so; what a run left so is mended by the next. */
export const cordoned: Guard = {
  code: 'cordoned',
  level: 'warning',
  summary: 'a node takes no new pods',
  check: ({ machines }) =>
    machines.flatMap(({ machine, kubernetes }) =>
      kubernetes === undefined || kubernetes.schedulable || kubernetes.cordonedByTalmox
        ? []
        : [
            {
              target: machine.name,
              message: 'its node is cordoned, and is left so, since talmox did not do it',
              hint: `if nobody wants it so: kubectl uncordon ${machine.name}`,
            },
          ],
    ),
}
