import type { Begun } from './begun.ts'

/** What to do about a guest out of sight at a VMID whose making was cut off: it gets into the pool only when it is whole. */
export const leftOutsideHint = ({ vmid, host }: Pick<Begun, 'vmid' | 'host'>, pool: string): string =>
  `wait if its task still runs on ${host}; if \`qm config ${vmid}\` there shows nothing but a lock, let root run \`qm unlock ${vmid}\` and \`pveum pool modify ${pool} --vms ${vmid}\`, then run again, which goes on with it`
