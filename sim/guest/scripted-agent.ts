import type { AgentAnswer } from './guest.ts'

/** A guest agent that answers from a script, by the name of the command; without a script, none listens. */
export function scriptedAgent(
  script: Readonly<Record<string, unknown>> | undefined,
): (command: string) => AgentAnswer | undefined {
  return (command) => {
    if (script === undefined) return undefined
    if (Object.hasOwn(script, command)) return { result: script[command] }
    if (command === 'guest-ping') return { result: {} }
    return { error: { class: 'CommandNotFound', desc: `The command ${command} has not been found` } }
  }
}
