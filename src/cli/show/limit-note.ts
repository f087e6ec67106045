import type { HostUsage } from '../../placement/types.ts'
import type { Spec } from '../../spec/schema/cluster.ts'
import { formatSize } from '../../units/size.ts'

/** Why the limits of the hosts are not what the file declares of them; empty when they are, or nothing is declared. */
export function limitNote(usage: readonly HostUsage[], spec: Spec | undefined): string {
  const declared = spec?.proxmox?.hosts ?? {}
  const reserved = spec?.placement?.reserve?.cpu ?? 0
  const factors = new Set<string>()
  const kept = new Set<string>()
  for (const { host, cpu, memory } of usage) {
    const has = declared[host]
    // Where nothing may be used the reserve takes all there is, and says nothing about the others.
    if (has?.cpu !== undefined && cpu.limit) factors.add(String(roundToTenth((cpu.limit + reserved) / has.cpu)))
    if (has?.memory !== undefined && memory.limit && memory.limit < has.memory)
      kept.add(formatSize(has.memory - memory.limit))
  }
  const [factor, ...others] = factors
  const [free] = kept
  const parts = [
    ...(factor === undefined || others.length > 0 || factor === '1' ? [] : [`threads × ${factor}`]),
    ...(reserved > 0 ? [`${reserved} CPU kept free`] : []),
    ...(free === undefined || kept.size > 1 ? [] : [`${free} of memory kept free`]),
  ]
  return parts.length === 0 ? '' : `Limits: ${parts.join(', ')} (placement in the cluster file).`
}

/** Limits are whole CPUs, so what they are divided by gives back the factor only about. */
function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10
}
