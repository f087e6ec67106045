import path from 'node:path'
import { type Examination, examine } from '../../doctor/examine.ts'
import { patientOf } from '../../doctor/patient.ts'
import { requireExtensions } from '../../factory/require-extensions.ts'
import type { Image } from '../../resolve/desired.ts'
import { readBegun } from '../../run/home/begun.ts'
import { homeOf } from '../../run/home/home.ts'
import { visible } from '../../spec/visible-text.ts'
import { fileWords } from '../cluster-file.ts'
import type { Session } from '../command.ts'
import { connectFactory } from '../connect-factory.ts'
import { connectProxmox } from '../connect-proxmox.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import type { FlagValues } from '../flag.ts'
import { jsonText } from '../json-text.ts'
import { ownCommand } from '../own-command.ts'
import { inWorld, type Reached, type simulateFlags } from '../simulate.ts'
import { type ValidCluster, validCluster } from '../valid-cluster.ts'
import { reportJson, reportText } from './report.ts'

/** What the flags of `talmox doctor` say. */
export type DoctorFlags = FlagValues<typeof simulateFlags> & { readonly json: boolean }

/** Examines the Proxmox of a cluster file and tells what was found. */
export async function runDoctor(file: string, flags: DoctorFlags, session: Session): Promise<ExitCode> {
  const cluster = await validCluster(file, session)
  if (cluster === undefined) return exitCodes.invalidSpec
  const { loaded, desired } = cluster
  return inWorld(flags, file, { desired, session }, (reached) => examineAt(file, flags.json, loaded, reached))
}

async function examineAt(
  file: string,
  json: boolean,
  loaded: ValidCluster['loaded'],
  { desired, session }: Reached,
): Promise<ExitCode> {
  const { client, user } = await connectProxmox(desired.proxmox, file, session)
  const roleCommand = `${ownCommand(session.io)} role --script${visible(fileWords(file))}`
  try {
    const begun = await readBegun(homeOf(path.resolve(session.io.cwd, file), desired.name))
    const factory = await connectFactory(desired.talos, session)
    const { world } = session
    const requireImage = (image: Image) => requireExtensions(factory, image)
    const found = await examine(patientOf({ loaded, desired, client, requireImage, user, world, begun, roleCommand }))
    const { out } = session
    out.print(json ? jsonText(reportJson(found)) : reportText(found, out))
    return isWell(found) ? exitCodes.ok : exitCodes.preflight
  } finally {
    client.close()
  }
}

const isWell = (found: readonly Examination[]): boolean =>
  !found.some(({ findings }) => findings.some(({ status }) => status === 'fail'))
