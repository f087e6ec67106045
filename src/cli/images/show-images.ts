import type { ProxmoxClient } from '../../proxmox/client/client.ts'
import { type Doubt, takeInventory } from '../../proxmox/images/inventory.ts'
import { removeFile } from '../../proxmox/images/remove-file.ts'
import { visible } from '../../spec/visible-text.ts'
import { roundSize } from '../../units/size.ts'
import { UserError } from '../../user-error.ts'
import { fileWords } from '../cluster-file.ts'
import type { Session } from '../command.ts'
import { confirm } from '../confirm.ts'
import { connectProxmox } from '../connect-proxmox.ts'
import { count } from '../count.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import type { FlagValues } from '../flag.ts'
import { jsonText } from '../json-text.ts'
import { ownCommand } from '../own-command.ts'
import { inWorld, type Reached, type simulateFlags } from '../simulate.ts'
import { validCluster } from '../valid-cluster.ts'
import {
  type ImageRow,
  imageJson,
  imageRows,
  imageTable,
  type TemplateRow,
  templateRows,
  templateTable,
} from './image-rows.ts'
import { wantedFiles } from './wanted-files.ts'

/** What was asked for. */
export interface ImagesOptions extends FlagValues<typeof simulateFlags> {
  readonly file: string
  readonly action: 'list' | 'prune'
  readonly yes: boolean
  readonly json: boolean
}

/** Shows the images that talmox put on the storages and the templates that it made, or removes the images that nothing needs. */
export async function showImages(options: ImagesOptions, session: Session): Promise<ExitCode> {
  const cluster = await validCluster(options.file, session)
  if (cluster === undefined) return exitCodes.invalidSpec
  return await inWorld(options, options.file, { desired: cluster.desired, session }, async (reached) => {
    const { client } = await connectProxmox(reached.desired.proxmox, options.file, reached.session)
    try {
      const act = options.action === 'prune' ? prune : list
      await act(options, reached, client)
      return exitCodes.ok
    } finally {
      client.close()
    }
  })
}

interface Findings {
  readonly rows: readonly ImageRow[]
  readonly templates: readonly TemplateRow[]
  readonly doubts: readonly Doubt[]
}

async function look({ desired, session }: Reached, client: ProxmoxClient): Promise<Findings> {
  const [{ files, templates, doubts }, wanted] = await Promise.all([
    takeInventory(client),
    wantedFiles(desired, session),
  ])
  return { rows: imageRows(files, wanted), templates: templateRows(templates, desired), doubts }
}

async function list({ json, file }: ImagesOptions, reached: Reached, client: ProxmoxClient): Promise<void> {
  const { io, out, err } = reached.session
  const { rows, templates, doubts } = await look(reached, client)
  for (const { message, hint } of doubts) {
    err.print(`${err.paint('yellow', 'note:')} ${visible(message)}; ${visible(hint)}\n`)
  }
  if (json) return out.print(jsonText({ images: rows.map(imageJson), templates, doubts }))
  if (templates.length > 0) out.print(`${[...templateTable(templates, out), ''].join('\n')}\n`)
  if (rows.length === 0) return out.print('No images of talmox are on the storages.\n')
  const free = rows.filter((row) => row.free)
  const way = `${ownCommand(io)} images prune${fileWords(file)}`
  const close = free.length === 0 ? 'All of them are needed.' : `${amount(free)} not needed: ${visible(way)}`
  out.print(`${[...imageTable(rows, out), '', close].join('\n')}\n`)
}

const amount = (rows: readonly ImageRow[]): string =>
  `${count(rows.length, 'file')} (${roundSize(rows.reduce((sum, { bytes }) => sum + bytes, 0))})`

async function prune({ json, yes }: ImagesOptions, reached: Reached, client: ProxmoxClient): Promise<void> {
  const { out, err } = reached.session
  const offered = freeRows(await look(reached, client))
  const report = (removed: readonly ImageRow[]) => {
    if (json) out.print(jsonText({ removed: removed.map(imageJson) }))
    else out.print(removed.length === 0 ? 'Nothing was removed.\n' : `Removed ${amount(removed)}.\n`)
  }
  if (offered.length === 0) return report([])
  if (!yes) err.print(`${imageTable(offered, err).join('\n')}\n`)
  if (!(await confirm(`Remove ${amount(offered)}?`, yes, reached.session))) return report([])
  // People take their time to answer; what somebody began to use meanwhile stays.
  const stillFree = freeRows(await look(reached, client))
  const removable = offered.filter((row) => stillFree.some((now) => now.volid === row.volid && now.host === row.host))
  for (const row of removable) await removeFile(client, row)
  report(removable)
}

/** Files that may go; none may while it is not sure what all VMs refer to. */
function freeRows({ rows, doubts }: Pick<Findings, 'rows' | 'doubts'>): readonly ImageRow[] {
  const free = rows.filter((row) => row.free)
  const [doubt] = doubts
  if (free.length === 0 || doubt === undefined) return free
  throw new UserError('images-doubt', `no image is removed: ${doubt.message}`, { hint: doubt.hint })
}
