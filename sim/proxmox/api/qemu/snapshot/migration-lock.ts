import type { Asking } from '../asking.ts'

/** Runs something while a machine is neither moved nor replicated. */
export function migrationLocked<T>(
  { sim, node }: Pick<Asking, 'sim' | 'node'>,
  vmid: number,
  run: () => Promise<T> | T,
  refusal = `can't lock file '/var/lock/pve-manager/pve-migrate-${vmid}' - got timeout`,
): Promise<T> {
  return sim.locks.hold({ name: `migrate ${node} ${vmid}`, milliseconds: 10_000, refusal }, run)
}
