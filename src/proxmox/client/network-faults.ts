import { ProxmoxError } from './error.ts'

interface NetworkFault {
  readonly errors: readonly string[]
  readonly code: string
  readonly words: string
  readonly hint: string
}

const NETWORK_FAULTS: readonly NetworkFault[] = [
  {
    errors: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'],
    code: 'proxmox-unreachable',
    words: 'its name cannot be resolved',
    hint: 'check the name in `proxmox.endpoint` and the DNS of this machine, or write the address',
  },
  {
    errors: ['ECONNREFUSED'],
    code: 'proxmox-unreachable',
    words: 'connection refused',
    hint: 'check address and port (Proxmox listens on 8006) and that pveproxy is running there',
  },
  {
    errors: ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL'],
    code: 'proxmox-unreachable',
    words: 'there is no way to it in the network',
    hint: 'check the address, and the route or VPN to that network',
  },
  {
    errors: ['ETIMEDOUT', 'ABORT_ERR'],
    code: 'proxmox-unreachable',
    words: 'no connection in time',
    hint: 'check that the host is up and that no firewall drops the packets',
  },
  {
    errors: ['ECONNRESET', 'EPIPE'],
    code: 'proxmox-unreachable',
    words: 'the connection was closed before it was secured',
    hint: 'pveproxy may be restarting, or its ALLOW_FROM does not let this machine in',
  },
  {
    errors: ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST'],
    code: 'proxmox-not-tls',
    words: 'it does not speak TLS',
    hint: 'something else, or a plain HTTP server, listens on that port: Proxmox serves its API on 8006',
  },
]

/** Turns the error of a connection that never came about into words. */
export function connectionFailure(endpoint: string, error: unknown): ProxmoxError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const text = error instanceof Error ? error.message : String(error)
  const fault = NETWORK_FAULTS.find(({ errors }) => errors.includes(code))
  const { words, hint } = fault ?? { words: text, hint: undefined }
  return new ProxmoxError(`cannot connect to ${endpoint}: ${words}`, {
    code: fault?.code ?? 'proxmox-tls',
    again: 'never',
    hint,
    cause: error,
  })
}
