import { visible } from '../../spec/visible-text.ts'
import { defaultFile, fileWords } from '../cluster-file.ts'
import { command } from '../command.ts'
import { count } from '../count.ts'
import { exitCodes } from '../exit-code.ts'
import { toggle } from '../flag.ts'
import { choiceFlags } from '../init/choices.ts'
import type { Written } from '../init/write-cluster.ts'
import { ownCommand } from '../own-command.ts'

/** `talmox init`: a cluster file to start from. */
export const init = command({
  name: 'init',
  group: 'Cluster file',
  summary: 'write a commented cluster file to start from',
  detail:
    'Writes a commented, valid cluster file. Every choice can be changed in the file later, but for the name. Hosts, storages, bridges and PCI mappings are asked from Proxmox where it can be reached: with --endpoint or PROXMOX_VE_ENDPOINT, with PROXMOX_VE_API_TOKEN, and with --fingerprint for a certificate that nobody vouches for. In a git work tree the folders that will hold secrets are added to .gitignore.',
  arguments: { file: { name: 'FILE', about: `where to write it; default: ${defaultFile}`, completes: 'file' } },
  flags: { ...choiceFlags, force: toggle({ about: 'write over a file that is there' }) },
  examples: [
    { line: 'talmox init', does: 'write cluster.yaml with three control planes and three workers' },
    {
      line: 'talmox init --name lab --hosts pve1,pve2 --cidr 10.0.7.0/24 --vlan 7',
      does: 'the same for other hosts and another network',
    },
    { line: 'talmox init small.yaml --control-planes 1 --workers 0', does: 'a cluster of one machine' },
  ],
  run: async ({ arguments: { file = defaultFile }, flags: { force, ...choices } }, session) => {
    const { io, out, err } = session
    const { askProxmox } = await import('../init/ask-proxmox.ts')
    const asked = await askProxmox(choices, session)
    const found = asked !== undefined && 'found' in asked ? asked.found : undefined
    const { writeCluster } = await import('../init/write-cluster.ts')
    const written = await writeCluster(file, choices, { cwd: io.cwd, force, found })
    const { renderProblems } = await import('../../spec/render-problems.ts')
    err.print(renderProblems(written.warnings, { color: err.color, columns: err.columns, counted: false }))
    if (asked !== undefined && 'unasked' in asked) {
      const { message, hint } = asked.unasked
      err.print(`${err.paint('yellow', 'note:')} Proxmox was not asked (${visible(message)})\n`)
      err.print(`${err.paint('cyan', 'hint:')} ${visible(hint === undefined ? AGAIN : `${hint}; ${AGAIN}`)}\n`)
    }
    out.print(`${report(file, written, ownCommand(io)).map(visible).join('\n')}\n`)
    return exitCodes.ok
  },
})

const AGAIN = 'init --force asks again, and takes a certificate by --fingerprint'

function report(file: string, { desired, warnings, ignored }: Written, talmox: string): string[] {
  return [
    `wrote ${file}: ${count(desired.machines.length, 'machine')}${warnings.length === 0 ? '' : `, ${count(warnings.length, 'warning')}`}`,
    ...ignoreReport(ignored),
    'next:',
    `  ${talmox} validate${fileWords(file)}`,
    `  ${talmox} show${fileWords(file)}`,
  ]
}

function ignoreReport(ignored: Written['ignored']): string[] {
  if (ignored === undefined) return ['keep .talmox/ and talos/ out of version control: they will hold secrets']
  return ignored.length === 0
    ? []
    : [`added ${ignored.join(' and ')} to .gitignore: ${ignored.length === 1 ? 'it' : 'they'} will hold secrets`]
}
