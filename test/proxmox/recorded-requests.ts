import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { api, findMethod, type Method } from '../../src/proxmox/method.ts'
import type { Verb } from '../../src/proxmox/tables/types.ts'
import type { ParameterValue, ParameterValues } from '../../src/proxmox/validate-parameters.ts'
import { sharedData } from '../shared-data.ts'

interface Step {
  readonly method: string
  readonly path: string
  readonly prefix?: string
  readonly params?: Readonly<Record<string, ParameterValue>>
  readonly params_gen?: Readonly<Record<string, { readonly repeat: string; readonly times: number }>>
  readonly raw_body?: unknown
  readonly encoding?: string
  readonly status: number
  readonly reason: string
  readonly body?: { readonly data?: unknown; readonly errors?: Readonly<Record<string, string>> }
  readonly body_text?: string
  readonly artefact?: boolean
}

interface Scenario {
  readonly steps?: readonly Step[]
}

/** A recorded request whose method is in the tables, with the parameters as the server saw them. */
export interface RecordedRequest {
  readonly where: string
  readonly method: Method
  readonly values: ParameterValues
  readonly status: number
  readonly reason: string
  readonly errors: Readonly<Record<string, string>> | undefined
}

/** The recorded scenarios by name. */
export function recordedScenarios(): readonly (readonly [string, Scenario])[] {
  const directory = path.join(sharedData, 'pve/suite')
  const files = readdirSync(directory).filter((name) => name.endsWith('.json') && name !== 'index.json')
  return files.map((name) => [name, JSON.parse(readFileSync(path.join(directory, name), 'utf8'))])
}

/** Every recorded request with a parsed body whose path is in the tables of release 9. */
export function recordedRequests(): readonly RecordedRequest[] {
  return recordedScenarios().flatMap(([name, scenario]) =>
    (scenario.steps ?? []).flatMap((step, at) => {
      // The other format answers 200 to everything, and a body that was not parsed has no parameters.
      const target = step.raw_body === undefined && step.prefix === undefined ? resolve(step) : undefined
      if (target === undefined) return []
      const { _dc: _ignored, ...values } = { ...bodyValues(step), ...target.values }
      const { status, reason } = step
      return [
        { where: `${name} step ${at + 1}`, method: target.method, values, status, reason, errors: step.body?.errors },
      ]
    }),
  )
}

function bodyValues(step: Step): ParameterValues {
  const long = Object.entries(step.params_gen ?? {}).map(([key, gen]) => [key, gen.repeat.repeat(gen.times)] as const)
  const all = { ...step.params, ...Object.fromEntries(long) }
  if (step.encoding === 'json') return all
  return Object.fromEntries(
    Object.entries(all).map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  )
}

const isTemplate = (segment: string): boolean => segment.startsWith('{')

function resolve(step: Step): { readonly method: Method; readonly values: ParameterValues } | undefined {
  const verb = (['GET', 'POST', 'PUT', 'DELETE'] as const).find((each: Verb) => each === step.method)
  const [plain = '', query = ''] = step.path.replaceAll('{node}', 'pve1').replace(/\/$/, '').split('?')
  const segments = plain.split('/')
  const fits = Object.keys(api[9]).filter((template) => {
    const wanted = template.split('/')
    return wanted.length === segments.length && wanted.every((each, at) => isTemplate(each) || each === segments[at])
  })
  const literals = (template: string) => template.split('/').filter((each) => !isTemplate(each)).length
  const best = fits.sort((a, b) => literals(b) - literals(a))[0]
  const method = best === undefined || verb === undefined ? undefined : findMethod('9', verb, best)
  if (method === undefined) return undefined
  const inPath = method.path
    .split('/')
    .flatMap((each, at) => (isTemplate(each) ? [[each.slice(1, -1), decodeURIComponent(segments[at] ?? '')]] : []))
  return { method, values: { ...Object.fromEntries(new URLSearchParams(query)), ...Object.fromEntries(inPath) } }
}
