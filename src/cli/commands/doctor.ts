import { defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { toggle } from '../flag.ts'
import { simulateFlags } from '../simulate.ts'

/** `talmox doctor`: whether Proxmox has what a cluster file needs. */
export const doctor = command({
  name: 'doctor',
  group: 'Proxmox',
  summary: 'check that Proxmox has everything that a cluster file needs',
  detail:
    'Asks Proxmox whether the cluster of this file can be built there: version, rights, hosts, storages, bridges, devices, numbers and addresses that must be free, capacity, time, the way to the image factory, and whether that has the extensions. Nothing is changed. Ends with 4 when something must be mended first; warnings alone do not count.',
  arguments: {},
  flags: {
    file: fileFlag,
    ...simulateFlags,
    json: toggle({ about: 'print one JSON document: {ok, checks}' }),
  },
  examples: [
    { line: 'talmox doctor', does: 'examine the Proxmox of cluster.yaml' },
    { line: 'talmox doctor --simulate', does: 'examine a simulated Proxmox, in which the cluster fits' },
    { line: 'talmox doctor --json | jq \'.checks[] | select(.status == "fail")\'', does: 'what fails, for programs' },
  ],
  run: async ({ flags: { file = defaultFile, ...flags } }, session) => {
    const { runDoctor } = await import('../doctor/run-doctor.ts')
    return runDoctor(file, flags, session)
  },
})
