import { Code, ConnectError } from '@connectrpc/connect'
import { UserError } from '../../user-error.ts'
import { connectionTrouble } from './trouble.ts'

/** What an answer that is an error means; the first row that fits counts. */
interface Refusal {
  readonly grpc: Code
  readonly text?: RegExp
  readonly code: string
  readonly hint?: string
}

const REFUSALS: readonly Refusal[] = [
  {
    grpc: Code.PermissionDenied,
    text: /no request forwarding/,
    code: 'talos-no-forwarding',
    hint: 'only control planes pass calls on: use their addresses as endpoints',
  },
  {
    grpc: Code.PermissionDenied,
    text: /not authorized/,
    code: 'talos-not-authorized',
    hint: 'the client certificate lacks the role for this; os:admin may do everything',
  },
  { grpc: Code.PermissionDenied, code: 'talos-permission-denied' },
  { grpc: Code.Unauthenticated, code: 'talos-not-authorized', hint: 'the client certificate was not accepted' },
  {
    grpc: Code.Unimplemented,
    text: /maintenance mode/,
    code: 'talos-maintenance',
    hint: 'the machine is in maintenance mode: apply a machine config first',
  },
  {
    grpc: Code.Unimplemented,
    text: /only available on control plane/,
    code: 'talos-not-control-plane',
    hint: 'ask a control plane',
  },
  {
    grpc: Code.Unimplemented,
    code: 'talos-unimplemented',
    hint: 'the Talos version on the machine does not know this call',
  },
  { grpc: Code.AlreadyExists, code: 'talos-already-exists' },
  { grpc: Code.NotFound, code: 'talos-not-found' },
  { grpc: Code.InvalidArgument, code: 'talos-invalid' },
  { grpc: Code.FailedPrecondition, code: 'talos-not-ready' },
  { grpc: Code.ResourceExhausted, code: 'talos-too-large', hint: 'a message of the Talos API holds at most 32 MiB' },
  {
    grpc: Code.Unknown,
    text: /etcdserver: (no leader|rpc not supported for learner)/,
    code: 'talos-etcd-not-ready',
    hint: 'etcd has no quorum on that machine at the moment',
  },
  // In maintenance mode up to 1.12 a config that cannot be read is no more than an unknown error.
  { grpc: Code.Unknown, text: /error decoding document|unknown keys found/, code: 'talos-invalid' },
  { grpc: Code.Canceled, code: 'talos-canceled' },
  { grpc: Code.Unavailable, code: 'talos-unavailable', hint: 'the machine may be booting, rebooting or switched off' },
  { grpc: Code.Aborted, code: 'talos-unavailable', hint: 'the connection broke during the call' },
]

/** Turns what a call failed with into a sentence for people; whatever of it may be secret is masked or cut. */
export function refusal(address: string, call: string, error: unknown, mask: (text: string) => string): UserError {
  if (error instanceof UserError) return error
  const answer = ConnectError.from(error)
  const lost = connectionTrouble(address, error)
  if (lost !== undefined && !fromServer(answer)) return lost
  const row = REFUSALS.find(({ grpc, text }) => grpc === answer.code && (text?.test(answer.rawMessage) ?? true))
  const said = mask(withoutDiff(answer.rawMessage))
  const hint = row?.hint === undefined ? {} : { hint: row.hint }
  return new UserError(row?.code ?? 'talos-failed', `${address} refused ${call}: ${said || Code[answer.code]}`, hint)
}

/** The error of a call that took longer than it may. */
export function tooLate(address: string, call: string, milliseconds: number): UserError {
  return new UserError('talos-deadline', `${address} did not answer ${call} within ${milliseconds / 1000} s`, {
    hint: 'the machine may be busy, booting or switched off',
  })
}

// An error with a cause was made here, by the connection; one without was sent by the machine.
const fromServer = (answer: ConnectError): boolean => answer.cause === undefined

// Talos shows the difference to the running config, with secrets among the lines around it.
const withoutDiff = (text: string): string => text.split(/\n?(?:^|\n)(?:diff:|--- a)\n/)[0]?.trim() ?? ''
