import { type Need, needsOf } from '../../proxmox/permissions/needs.ts'
import { type Role, rolesOf } from '../../proxmox/permissions/roles.ts'
import type { Release } from '../../proxmox/tables/types.ts'
import { visible } from '../../spec/visible-text.ts'
import { fileWords } from '../cluster-file.ts'
import type { Session } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import type { FlagValues } from '../flag.ts'
import { ownCommand } from '../own-command.ts'
import type { Printer } from '../printer.ts'
import { inWorld, type simulateFlags } from '../simulate.ts'
import { type Column, table } from '../table.ts'
import { validCluster } from '../valid-cluster.ts'
import { askSurroundings } from './ask-surroundings.ts'
import { type Holder, holderOf } from './holder.ts'
import { roleScript } from './role-script.ts'

/** What was asked for. */
export interface RoleOptions extends FlagValues<typeof simulateFlags> {
  readonly file: string
  readonly script: boolean
  readonly pve: Release | undefined
  readonly user: string | undefined
  readonly tokenName: string | undefined
  readonly prune: boolean
}

/** Shows the rights that a cluster file needs, or prints the script that gives them. */
export async function showRole(options: RoleOptions, session: Session): Promise<ExitCode> {
  const { io, out, err } = session
  const cluster = await validCluster(options.file, session)
  if (cluster === undefined) return exitCodes.invalidSpec
  const { desired } = cluster
  const holder = holderOf(desired.name, { user: options.user, token: options.tokenName })
  const { unasked, ...surroundings } =
    options.pve === undefined
      ? await inWorld(options, options.file, { desired, session }, (reached) =>
          askSurroundings(reached.desired, options.file, reached.session),
        )
      : { release: options.pve, unasked: undefined }
  const needs = needsOf(desired, { ...surroundings, prune: options.prune })
  const roles = rolesOf(desired.name, needs)
  if (unasked !== undefined)
    err.print(`${err.paint('yellow', 'note:')} Proxmox was not asked (${visible(unasked)}); this is for release 9\n`)
  if (options.script) out.print(roleScript(desired.name, roles, holder))
  else {
    const way = `${ownCommand(io)} role --script${visible(fileWords(options.file))}`
    out.print(view({ holder, release: surroundings.release, needs, roles, way }, out))
  }
  return exitCodes.ok
}

interface View {
  readonly holder: Holder
  readonly release: Release
  readonly needs: readonly Need[]
  readonly roles: readonly Role[]
  /** The command that prints the script. */
  readonly way: string
}

interface EntryRow {
  readonly path: string
  readonly role: string
  readonly propagate: boolean
}

interface PrivilegeRow {
  /** Empty below its first line. */
  readonly role: string
  readonly privilege: string
  readonly why: string
}

const entryColumns: readonly Column<EntryRow>[] = [
  { title: 'PATH', cell: ({ path }) => path },
  { title: 'ROLE', cell: ({ role }) => role },
  { title: 'REACHES', cell: ({ propagate }) => (propagate ? 'all below' : 'only this') },
]

const privilegeColumns: readonly Column<PrivilegeRow>[] = [
  { title: 'ROLE', cell: ({ role }) => role, style: () => 'bold' },
  { title: 'PRIVILEGE', cell: ({ privilege }) => privilege },
  { title: 'NEEDED TO', cell: ({ why }) => why, style: () => 'dim' },
]

function view({ holder: { user, token }, release, needs, roles, way }: View, out: Printer): string {
  const look = { width: out.columns, paint: out.paint }
  const entries = roles.flatMap(({ name, entries }) => entries.map((entry) => ({ ...entry, role: name })))
  return [
    `The token ${out.paint('bold', `${user}!${token}`)} and its user need these rights on Proxmox VE ${release}:`,
    '',
    ...table(entryColumns, entries, look).lines,
    '',
    ...table(
      privilegeColumns,
      roles.flatMap((role) => privilegeRows(role, needs)),
      look,
    ).lines,
    '',
    `${way} prints the commands that give them.`,
    '',
  ].join('\n')
}

function privilegeRows({ name, privileges, entries }: Role, needs: readonly Need[]): PrivilegeRow[] {
  const paths = entries.map(({ path }) => path)
  return privileges.map((privilege, index) => {
    const why = needs
      .filter((need) => need.privilege === privilege && paths.includes(need.path))
      .flatMap((need) => need.why)
    return { role: index === 0 ? name : '', privilege, why: [...new Set(why)].join('; ') }
  })
}
