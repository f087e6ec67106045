import { contractOf } from '../../../src/talos/config/contract.ts'
import { formatConfigProblem } from '../../../src/talos/document/problem.ts'
import { readDocuments } from '../../../src/talos/document/read.ts'
import { modeOf } from '../../../src/talos/validate/config-view.ts'
import { validate } from '../../../src/talos/validate/validate.ts'
import { UserError } from '../../../src/user-error.ts'
import { sharedText } from './talosctl-outputs.ts'

/** A config and what the real `talosctl validate` of several versions said about it. */
export interface ValidateCase {
  readonly id: string
  readonly mode: string
  readonly config: string
  readonly result: Readonly<Record<string, { readonly exit: number; readonly stderr: string }>>
}

/** All recorded cases. */
export const validateCases = (): readonly ValidateCase[] => JSON.parse(sharedText('validate-cases.json')).cases

/** Why we would not send a config to a machine of a Talos version; empty if we would. */
export function refusals(config: string, mode: string, version: string): readonly string[] {
  try {
    const target = { talos: contractOf(version), mode: modeOf(mode) }
    return validate(readDocuments(config), target)
      .filter(({ severity }) => severity === 'error')
      .map(formatConfigProblem)
  } catch (error) {
    if (error instanceof UserError) return [error.message]
    throw error
  }
}
