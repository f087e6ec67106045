import { isProxmoxError } from '../proxmox/client/error.ts'
import { UserError } from '../user-error.ts'
import type { Check } from './check.ts'
import { checks, first } from './checks/all.ts'
import { type Finding, fail, skipped } from './finding.ts'
import type { Patient } from './patient.ts'

/** What one check found. */
export interface Examination {
  readonly check: Check
  readonly findings: readonly Finding[]
}

/** Runs every check: the connection first, since without it nothing can be asked; then all others at once. */
export async function examine(patient: Patient): Promise<readonly Examination[]> {
  const connection = await run(first, patient)
  if (connection.findings.some(({ status }) => status === 'fail')) {
    const reason = skipped(`skipped: see ${first.name}`)
    return [connection, ...checks.map((check) => ({ check, findings: [reason] }))]
  }
  return [connection, ...(await Promise.all(checks.map((check) => run(check, patient))))]
}

async function run(check: Check, patient: Patient): Promise<Examination> {
  try {
    return { check, findings: await check.run(patient) }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { check, findings: [trouble(error)] }
  }
}

/** What a check ran into: a missing right is told by the check of rights. */
function trouble(error: UserError): Finding {
  if (isProxmoxError(error, 'proxmox-permission')) return skipped(`skipped: ${error.reason ?? error.message}`)
  return fail(error.message, error.hint)
}
