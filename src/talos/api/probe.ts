import { UserError } from '../../user-error.ts'
import { type Clock, realClock } from '../../world/clock.ts'
import type { Dial } from '../../world/dial.ts'
import { machineStatus } from '../cosi/kinds.ts'
import { getSingle } from '../cosi/read.ts'
import { openCluster, splitPort } from './cluster.ts'
import { startDeadline } from './deadline.ts'
import { openMaintenance } from './maintenance.ts'
import type { CallOptions } from './node.ts'
import { fetchPeerCertificate, type PeerCertificate } from './peer-certificate.ts'
import { MAINTENANCE_NAME } from './peer-name.ts'
import { refusal, tooLate } from './refusal.ts'
import { fetchVersion } from './version.ts'

/** What a machine is, as far as it can be told from outside. */
export type NodeState =
  /** Waits for its first config; the fingerprint is the certificate that later calls must find again. */
  | { readonly kind: 'maintenance'; readonly fingerprint: string }
  /** Belongs to this cluster and answers. */
  | { readonly kind: 'ours'; readonly version: string }
  /** Belongs to another cluster; its certificate says what there is to know. */
  | { readonly kind: 'foreign'; readonly certificate: PeerCertificate }
  /** Cannot be talked to, or belongs to this cluster and refuses. */
  | { readonly kind: 'unreachable'; readonly reason: UserError }

/** What a probe needs; without credentials every configured machine is somebody else's. */
export interface ProbeAccess {
  readonly address: string
  readonly credentials?: { readonly ca: string; readonly client: { readonly crt: string; readonly key: string } }
  /** A machine in maintenance mode must show this certificate. */
  readonly fingerprint?: string
  /** Deadlines of the network go by real time, however fast the world's clock runs; tests bring a clock of their own. */
  readonly clock?: Clock
  readonly dial: Dial
  readonly mask: (text: string) => string
  readonly deadlineMs?: number
}

const DEADLINE_MS = 10_000

/** Finds out what a machine is; never throws because of what the machine does. */
export const probe = (access: ProbeAccess): Promise<NodeState> => judge(access, askOurs, askMaintenance)

/** What a machine is by its certificate; whether one of this cluster answers is left to who calls it next. */
export type Identity = Strange | { readonly kind: 'ours' }

/** The same without a call to a machine of this cluster. */
export const identify = (access: ProbeAccess): Promise<Identity> =>
  judge<Identity>(access, async () => ({ kind: 'ours' }), askMaintenance)

/** The same without any call: whatever is not of this cluster is not told apart. */
export const showsOurs = (access: ProbeAccess): Promise<Shown> =>
  judge<Shown>(
    access,
    async () => ({ kind: 'ours' }),
    async () => ({ kind: 'other' }),
  )

/** Whether a certificate is of this cluster. */
export type Shown = { readonly kind: 'ours' | 'other' } | { readonly kind: 'unreachable'; readonly reason: UserError }

type AskOurs<S> = (
  access: ProbeAccess,
  credentials: NonNullable<ProbeAccess['credentials']>,
  options: CallOptions,
) => Promise<S>

type AskStranger<S> = (access: ProbeAccess, certificate: PeerCertificate, options: CallOptions) => Promise<S>

type Strange = Exclude<NodeState, { readonly kind: 'ours' }>

type Unreachable = Extract<NodeState, { readonly kind: 'unreachable' }>

async function judge<S>(access: ProbeAccess, ours: AskOurs<S>, stranger: AskStranger<S>): Promise<S | Unreachable> {
  const deadline = startDeadline(access.clock ?? realClock, access.deadlineMs ?? DEADLINE_MS)
  try {
    const certificate = await fetchPeerCertificate(access.dial, splitPort(access.address), deadline.signal)
    const { credentials } = access
    const options = { deadlineMs: access.deadlineMs ?? DEADLINE_MS, signal: deadline.signal, fresh: true }
    if (credentials === undefined || !certificate.issuedBy(credentials.ca))
      return await stranger(access, certificate, options)
    return await ours(access, credentials, options)
  } catch (error) {
    const late = deadline.expired()
    const { address, mask } = access
    const reason = late ? tooLate(address, 'at all', access.deadlineMs ?? DEADLINE_MS) : undefined
    return { kind: 'unreachable', reason: reason ?? refusal(address, 'the connection', error, mask) }
  } finally {
    deadline.done()
  }
}

async function askOurs(
  access: ProbeAccess,
  credentials: NonNullable<ProbeAccess['credentials']>,
  options: CallOptions,
): Promise<NodeState> {
  const cluster = openCluster({ ...access, ...credentials, endpoints: [access.address] })
  try {
    const { tag } = await fetchVersion(cluster.node(splitPort(access.address).host), options)
    return { kind: 'ours', version: tag }
  } finally {
    cluster.close()
  }
}

/** A machine without a config answers strangers; one with a config asks them for a certificate. */
async function askMaintenance(
  access: ProbeAccess,
  certificate: PeerCertificate,
  options: CallOptions,
): Promise<Strange> {
  const { node, close } = openMaintenance({ ...access, fingerprint: access.fingerprint ?? certificate.fingerprint })
  try {
    const status = await getSingle(node, machineStatus, options)
    if (status?.stage === 'maintenance') return { kind: 'maintenance', fingerprint: certificate.fingerprint }
    return { kind: 'unreachable', reason: notYet(access.address, status?.stage ?? 'booting') }
  } catch (error) {
    if (isClosedToStrangers(error, certificate)) return { kind: 'foreign', certificate }
    throw error
  } finally {
    close()
  }
}

// With TLS 1.3 the refusal comes behind the handshake and may lose the race against the end of the connection.
function isClosedToStrangers(error: unknown, { commonName }: PeerCertificate): boolean {
  if (!(error instanceof UserError)) return false
  if (error.code === 'talos-configured' || error.code === 'talos-client-refused') return true
  return error.code === 'talos-connection-lost' && commonName !== MAINTENANCE_NAME
}

function notYet(address: string, stage: string): UserError {
  return new UserError('talos-stage', `${address} answers without a client certificate but is ${stage}`, {
    hint: 'wait until it has booted',
  })
}
