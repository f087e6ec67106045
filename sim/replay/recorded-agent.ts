import type { Json, JsonObject, Scenario } from './scenario.ts'

/**
 * What the guest agent of a recording was scripted to answer, by its command. A scenario's world only says that there
 * was one; its data are those of the answers, so they are read from there.
 */
export function recordedAgent({ steps }: Scenario): Readonly<Record<string, unknown>> {
  const script: Record<string, unknown> = {}
  for (const { path, params, status, body } of steps) {
    const [, name] = /^\/nodes\/[^/]+\/qemu\/\d+\/agent(?:\/([a-z-]+))?$/.exec(path) ?? []
    const command = name ?? params?.command
    const data = isObject(body) ? body.data : undefined
    if (status !== 200 || typeof command !== 'string' || !isObject(data)) continue
    const answer = command.startsWith('exec') ? processAnswer(data) : data.result
    if (answer !== undefined && !isFault(answer)) script[`guest-${command}`] = answer
  }
  return script
}

/** Answers about processes come decoded, and the numbers of processes are left open. */
function processAnswer(data: JsonObject): Json {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      if (key === 'pid') return [key, 42]
      return [key, key.endsWith('-data') && typeof value === 'string' ? Buffer.from(value).toString('base64') : value]
    }),
  )
}

function isFault(answer: Json): boolean {
  return isObject(answer) && isObject(answer.error)
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
