import { setTimeout as sleep } from 'node:timers/promises'
import { buildRequest, type Memory } from './build-request.ts'
import { compareAnswer } from './compare.ts'
import type { Client, WireAnswer } from './http-client.ts'
import { Placeholders } from './placeholders.ts'
import type { Json, JsonObject, Scenario, Step } from './scenario.ts'

/** How a scenario went. */
export interface ScenarioResult {
  readonly id: string
  readonly comparable: number
  readonly equal: number
  readonly differences: readonly StepDifference[]
}

/** A step whose answer differs. */
export interface StepDifference {
  readonly step: number
  readonly request: string
  readonly differences: readonly string[]
}

/** Where and how to send a scenario. */
export interface Target {
  readonly client: Client
  /** Real milliseconds between two looks at a task. */
  readonly pollEvery: number
  /** Looks at a task before giving up. */
  readonly polls: number
}

/** Sends a scenario's steps in order and compares the answers. */
export async function runScenario(scenario: Scenario, target: Target): Promise<ScenarioResult> {
  const memory: Memory = { scenario, bound: new Map(), tickets: new Map() }
  const placeholders = new Placeholders()
  const differences: StepDifference[] = []
  for (const [at, step] of scenario.steps.entries()) {
    const found = await runStep(memory, step, target, placeholders)
    if (found.length > 0 && !step.artefact) {
      differences.push({ step: at + 1, request: `${step.as} ${step.method} ${step.path}`, differences: found })
    }
  }
  const comparable = scenario.steps.filter((step) => !step.artefact).length
  return { id: scenario.id, comparable, equal: comparable - differences.length, differences }
}

async function runStep(
  memory: Memory,
  step: Step,
  target: Target,
  placeholders: Placeholders,
): Promise<readonly string[]> {
  try {
    await fetchTicket(memory, step, target)
    const answer = await ask(memory, step, target)
    for (const [name, path] of Object.entries(step.bind ?? {})) bind(memory, name, valueAt(parse(answer.text), path))
    if (step.wait !== undefined) await waitForTask(memory, step, step.wait, target)
    return compareAnswer(step, answer, placeholders)
  } catch (error) {
    return [`no answer: ${error instanceof Error ? error.message : error}`]
  }
}

function bind(memory: Memory, name: string, value: Json | undefined): void {
  if (value !== undefined && value !== null) memory.bound.set(name, String(value))
}

/** Sends a step, again and again where it is to be polled. */
async function ask(memory: Memory, step: Step, { client, pollEvery, polls }: Target): Promise<WireAnswer> {
  const request = buildRequest(memory, step)
  let answer = await client.send(request)
  for (let left = polls; left > 0 && step.until !== undefined; left--) {
    const body = parse(answer.text)
    const reached = Object.entries(step.until).every(([path, wanted]) => valueAt(body, path) === wanted)
    if (reached || answer.status !== 200) break
    await sleep(pollEvery)
    answer = await client.send(request)
  }
  return answer
}

async function waitForTask(memory: Memory, step: Step, name: string, target: Target): Promise<void> {
  const upid = memory.bound.get(name)
  if (upid === undefined) return
  const path = `/nodes/{node}/tasks/${encodeURIComponent(upid)}/status`
  const look: Step = {
    as: step.as,
    method: 'GET',
    path,
    until: { '$.data.status': 'stopped' },
    status: 200,
    reason: 'OK',
  }
  await ask(memory, look, target)
}

/** Logs in once for each user that a scenario sends tickets of. */
async function fetchTicket(memory: Memory, step: Step, { client }: Target): Promise<void> {
  const [, userid] = /^ticket:(.*)$/.exec(step.as) ?? []
  if (userid === undefined || memory.tickets.has(userid)) return
  const password = memory.scenario.world.users?.find((user) => user.userid === userid)?.password ?? ''
  const params = { username: userid, password }
  const login: Step = {
    as: 'none',
    method: 'POST',
    path: '/access/ticket',
    params,
    encoding: 'form',
    status: 200,
    reason: 'OK',
  }
  const body = parse((await client.send(buildRequest(memory, login))).text)
  const ticket = valueAt(body, '$.data.ticket')
  const csrf = valueAt(body, '$.data.CSRFPreventionToken')
  memory.tickets.set(userid, { ticket: String(ticket ?? ''), csrf: String(csrf ?? '') })
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value at a path such as `$.data.ticket` or `$.data[0].upid`. */
function valueAt(value: Json | undefined, path: string): Json | undefined {
  let at: Json | undefined = value
  for (const [, key, index] of path.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)) {
    if (Array.isArray(at)) at = at[Number(index)]
    else if (isObject(at) && key !== undefined) at = at[key]
    else return undefined
  }
  return at
}
