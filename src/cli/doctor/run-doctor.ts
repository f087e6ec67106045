import { type Examination, examine } from '../../doctor/examine.ts'
import { patientOf } from '../../doctor/patient.ts'
import { visible } from '../../spec/visible-text.ts'
import { fileWords } from '../cluster-file.ts'
import type { Session } from '../command.ts'
import { connectProxmox } from '../connect-proxmox.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { jsonText } from '../json-text.ts'
import { ownCommand } from '../own-command.ts'
import { validCluster } from '../valid-cluster.ts'
import { reportJson, reportText } from './report.ts'

/** Examines the Proxmox of a cluster file and tells what was found. */
export async function runDoctor(file: string, json: boolean, session: Session): Promise<ExitCode> {
  const cluster = await validCluster(file, session)
  if (cluster === undefined) return exitCodes.invalidSpec
  const { loaded, desired } = cluster
  const { client, user } = await connectProxmox(desired.proxmox, file, session)
  const roleCommand = `${ownCommand(session.io)} role --script${visible(fileWords(file))}`
  try {
    const found = await examine(patientOf({ loaded, desired, client, user, world: session.world, roleCommand }))
    const { out } = session
    out.print(json ? jsonText(reportJson(found)) : reportText(found, out))
    return isWell(found) ? exitCodes.ok : exitCodes.preflight
  } finally {
    client.close()
  }
}

const isWell = (found: readonly Examination[]): boolean =>
  !found.some(({ findings }) => findings.some(({ status }) => status === 'fail'))
