import type { Guard } from '../guard.ts'

/** Some hardware cannot change under a machine; its data decides when it may be made anew. */
export const needsReplacement: Guard = {
  code: 'needs-replacement',
  level: 'warning',
  summary: 'hardware differs in a way that only a new machine can have, or somebody else’s device is in its place',
  check: ({ machines }) =>
    machines.flatMap(({ machine, hardware }) => [
      ...(hardware?.replace ?? []).map((reason) => ({
        target: machine.name,
        message: `${reason}: only a new machine can be so`,
        hint: 'take the setting back, or take the machine out of the file, run, and put it in again',
      })),
      ...(hardware?.blocked ?? []).map((reason) => ({
        target: machine.name,
        message: reason,
        hint: 'detach it in Proxmox, or choose another place for it in the file',
      })),
    ]),
}
