import type { Asking, Job } from '../asking.ts'

/** Whether the cluster decides when a machine runs. */
export function isHighlyAvailable({ sim }: Pick<Asking, 'sim'>, vmid: number): boolean {
  const resource = sim.world.ha.resources[`vm:${vmid}`]
  return resource !== undefined && resource.state !== 'ignored'
}

/** Asks the cluster for a state of a machine; the task ends long before the machine is there. */
export function requestState(
  { sim }: Pick<Asking, 'sim'>,
  job: Job,
  vmid: number,
  verb: string,
  state: 'started' | 'stopped',
): void {
  job.log(`Requesting HA ${verb} for VM ${vmid}`)
  const resource = sim.world.ha.resources[`vm:${vmid}`]
  if (resource !== undefined) resource.state = state
}
