import { defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { number, text } from '../flag.ts'

/** `talmox sim`: a simulated Proxmox for any program. */
export const sim = command({
  name: 'sim',
  group: 'Proxmox',
  summary: 'run a simulated Proxmox, for talmox and any other program',
  detail:
    'Runs a simulated Proxmox datacenter until it is stopped with Ctrl-C: one in which the cluster of the file fits, or the world that the file describes. It speaks the API of Proxmox VE 9.2 or 8.4 over HTTPS, with tasks, locks, rights and errors. A control endpoint on this computer breaks things on request.',
  arguments: {},
  flags: {
    file: { ...fileFlag, about: 'a cluster file, or the file of a world' },
    speed: number('N', 0.01, { about: 'simulated seconds per real one', otherwise: '1' }),
    listen: text('ADDRESS:PORT', {
      about: "where the first host's API listens on this computer",
      otherwise: 'its own address if that is in 127.0.0.0/8, else any free port of 127.0.0.1',
    }),
    control: number('PORT', 0, { about: 'port of the control endpoint', otherwise: 'any free one' }),
    state: text('FILE', { about: 'keep the world in this file, and go on with what is there', completes: 'file' }),
    record: text('FILE', {
      about: 'write every request and its answer to this file, as JSON lines without secrets',
      completes: 'file',
    }),
  },
  examples: [
    { line: 'talmox sim -f examples/homelab.yaml', does: 'a datacenter for the homelab' },
    {
      line: 'talmox sim -f world.yaml --speed 100 --state world.jsonl',
      does: 'your own, fast, and kept for next time',
    },
    {
      line: "curl -d '{do: {host-down: pve2}}' $TALMOX_SIMULATE/faults",
      does: 'take the power of a host, with the address that it printed',
    },
  ],
  run: async ({ flags: { file = defaultFile, ...flags } }, session) => {
    const { runSim } = await import('../sim/run-sim.ts')
    return runSim(file, flags, session)
  },
})
