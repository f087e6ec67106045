import { defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { choice, text, toggle } from '../flag.ts'
import { simulateFlags } from '../simulate.ts'

/** `talmox role`: the least rights that a cluster file needs on Proxmox. */
export const role = command({
  name: 'role',
  group: 'Proxmox',
  summary: 'show the rights on Proxmox that a cluster file needs, or a script that gives them',
  detail:
    'Shows the roles and access entries that an API token needs for this cluster file, each privilege with what it is for, and none that could be left out. With --script, prints them as a shell script for a Proxmox host. Proxmox is asked for its release; where it cannot be reached, release 9 is assumed.',
  arguments: {},
  flags: {
    file: fileFlag,
    ...simulateFlags,
    script: toggle({ about: 'print a shell script that makes roles, user, token and access entries' }),
    pve: choice('RELEASE', ['8', '9'], {
      about: 'release of Proxmox VE; nothing is asked then',
      otherwise: 'asked, or 9',
    }),
    user: text('USER', { about: 'the user that the token belongs to', otherwise: 'talmox@pve' }),
    tokenName: text('NAME', { about: 'the name of the token', otherwise: "the cluster's name" }),
    prune: toggle({ about: 'also what removing old images needs' }),
  },
  examples: [
    { line: 'talmox role', does: 'what cluster.yaml needs, and why' },
    { line: 'talmox role --script | ssh root@pve1 sh', does: 'give it to the token talmox@pve!CLUSTER' },
    { line: 'talmox role --pve 8 --prune', does: 'the same for Proxmox VE 8, offline, with the removal of images' },
  ],
  run: async ({ flags: { file = defaultFile, ...flags } }, session) => {
    const { showRole } = await import('../role/show-role.ts')
    return showRole({ file, ...flags }, session)
  },
})
