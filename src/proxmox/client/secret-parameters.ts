import type { CallValue, CallValues } from './call-types.ts'

// Public SSH keys are here too: they name people and their machines.
const SECRET_PARAMETERS: ReadonlySet<string> = new Set([
  'certkey',
  'cipassword',
  'client-key',
  'confirmation-password',
  'encryption-key',
  'key',
  'keyring',
  'otp',
  'password',
  'secret',
  'sshkeys',
  'tfa-challenge',
  'token',
])

const LONGEST = 200

const textOf = (value: CallValue): string => (typeof value === 'object' ? value.join(',') : String(value))

/** Whether what a parameter of this name holds is a secret. */
export const isSecretParameter = (name: string): boolean => SECRET_PARAMETERS.has(name)

/** The secret texts among parameters. */
export function secretValues(values: CallValues): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => (SECRET_PARAMETERS.has(name) ? [textOf(value)] : []))
}

/** Parameters for a log line, with secrets masked by name and long values cut. */
export function describeValues(values: CallValues): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${SECRET_PARAMETERS.has(name) ? '******' : cut(textOf(value))}`)
    .join(' ')
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
