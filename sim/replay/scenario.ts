import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { WorldSeed } from '../world/seed.ts'

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json }

/** One recorded request and its answer. */
export interface Step {
  readonly as: string
  readonly method: string
  readonly path: string
  readonly prefix?: string
  readonly params?: JsonObject
  readonly params_gen?: Readonly<Record<string, { readonly repeat: string; readonly times: number }>>
  readonly encoding?: 'query' | 'form' | 'json' | 'multipart'
  readonly raw_body?: string | MultipartBody
  readonly request_headers?: Readonly<Record<string, string | null>>
  readonly csrf?: boolean
  readonly status: number
  readonly reason: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
  readonly body_text?: string
  readonly bind?: Readonly<Record<string, string>>
  readonly wait?: string
  readonly until?: Readonly<Record<string, Json>>
  readonly unordered?: boolean
  readonly artefact?: boolean
  readonly note?: string
}

/** The description of an upload: its fields in order. */
export interface MultipartBody {
  readonly fields?: readonly MultipartField[]
}

/** A field of an upload form; a file has a name. */
export interface MultipartField {
  readonly name: string
  readonly value?: string
  readonly filename?: string
}

/** The world before the first step, with what a client needs to know of it. */
export interface ScenarioWorld extends Omit<WorldSeed, 'nodes'> {
  readonly nodes: [string, ...string[]]
}

/** A recorded scenario. */
export interface Scenario {
  readonly id: string
  readonly title?: string
  readonly world: ScenarioWorld
  readonly steps: readonly Step[]
}

/** Reads every scenario of a folder, in the order of their names. */
export function readScenarios(folder: string): readonly Scenario[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'index.json')
    .sort()
    .map((name) => readScenario(path.join(folder, name)))
}

/** Reads one scenario; its name is that of its file. */
export function readScenario(file: string): Scenario {
  const scenario: Scenario = JSON.parse(readFileSync(file, 'utf8'))
  return { ...scenario, id: path.basename(file, '.json') }
}
