import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { Asking, Job } from './asking.ts'

/** Takes a machine out of everything that names it. */
export function purge({ sim }: Pick<Asking, 'sim'>, job: Job, vmid: number): void {
  const { world } = sim
  job.log(`purging VM ${vmid} from related configurations..`)
  for (const [id, section] of Object.entries(world.replication)) {
    if (Number(section.guest) === vmid) delete world.replication[id]
  }
  for (const [id, section] of Object.entries(world.backupJobs)) {
    for (const key of ['vmid', 'exclude']) {
      const listed = splitList(String(section[key] ?? ''))
      if (!listed.includes(String(vmid))) continue
      const left = listed.filter((each) => each !== String(vmid))
      if (left.length > 0) section[key] = left.join(',')
      else if (key === 'vmid') delete world.backupJobs[id]
      else delete section[key]
    }
  }
  if (world.ha.resources[`vm:${vmid}`] !== undefined) {
    delete world.ha.resources[`vm:${vmid}`]
    job.log(`NOTE: removed VM ${vmid} from HA resource configuration.`)
  }
}
