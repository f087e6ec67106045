import { expect } from 'vitest'
import { type Case, doctor } from './simulated.ts'

/** What one check found, as programs read it. */
export interface Examined {
  readonly code: number
  readonly status: string
  /** Messages of its findings that are not well. */
  readonly troubles: readonly string[]
  readonly hints: readonly string[]
  /** The names of all checks that failed. */
  readonly failed: readonly string[]
}

/** Runs doctor and picks out one check. */
export async function examined(name: string, given: Case): Promise<Examined> {
  const { code, stdout } = await doctor({ ...given, arguments: ['--json'] })
  const report: Report = JSON.parse(stdout)
  const check = report.checks.find((one) => one.name === name)
  if (check === undefined) throw new Error(`there is no check ${name}`)
  const failed = report.checks.filter((one) => one.status === 'fail').map((one) => one.name)
  expect({ ok: report.ok, code }).toEqual(failed.length === 0 ? { ok: true, code: 0 } : { ok: false, code: 4 })
  const bad = check.findings.filter(({ status }) => status !== 'ok')
  return {
    code,
    status: check.status,
    failed,
    troubles: bad.map(({ message }) => message),
    hints: bad.flatMap(({ hint }) => hint ?? []),
  }
}

interface Report {
  readonly ok: boolean
  readonly checks: readonly {
    readonly name: string
    readonly status: string
    readonly findings: readonly { readonly status: string; readonly message: string; readonly hint: string | null }[]
  }[]
}
