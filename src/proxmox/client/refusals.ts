import type { Again } from './error.ts'

/** One kind of refusal: how it is recognised, and what it means to a person and to a retry. */
interface Refusal {
  readonly code: string
  /** Lowest and highest status; absent where the text alone tells, as in the end of a task. */
  readonly status?: readonly [number, number]
  readonly text?: RegExp
  readonly again?: Again
  readonly hint?: (match: readonly (string | undefined)[]) => string
}

/** What a refusal turned out to be. */
export interface Diagnosis {
  readonly code: string
  readonly again: Again
  readonly hint?: string
}

// Proxmox answers 500 to nearly everything, so it is the text that tells; the first row that fits counts.
const REFUSALS: readonly Refusal[] = [
  {
    code: 'proxmox-authentication',
    status: [401, 401],
    hint: () => 'the token or password is wrong or has expired, or its user is disabled: check `proxmox.credentials`',
  },
  {
    code: 'proxmox-needs-ticket',
    text: /need proper ticket/,
    hint: () => 'an API token may not do this: set `proxmox.credentials.type: password`',
  },
  {
    code: 'proxmox-root-only',
    text: /only root (?:can|may)|user != root@pam|limiting to root user/i,
    hint: () =>
      'only `root@pam` logged in by password may do this, not even its token: set `proxmox.credentials.type: password`, or leave the setting out (for PCI devices, use a resource mapping)',
  },
  {
    code: 'proxmox-not-found',
    text: /Permission check failed \(pool '(.*?)' does not exist\)/,
    hint: ([, pool]) => `create the resource pool ${pool} first, or correct \`proxmox.pool\``,
  },
  {
    code: 'proxmox-permission',
    text: /Permission check failed \((?<path>[^,()]*), (?<privileges>[\w.|]+)/,
    hint: ([, path, privileges = '']) =>
      `grant ${privileges.split('|').join(' or ')} on ${path || 'the object'} to the user and, if it has privilege separation, to its token as well`,
  },
  {
    code: 'proxmox-permission',
    text: /Permission check failed/,
    hint: () =>
      'Proxmox does not name the missing privilege: making machines needs VM.Allocate on /vms or on the pool, downloading images needs Sys.AccessNetwork on the node',
  },
  { code: 'proxmox-permission', status: [403, 403] },
  {
    code: 'proxmox-lock-timeout',
    text: /can't lock file '(.*?)' - got timeout|got lock request timeout|Failed to obtain guest migration lock/,
    again: 'later',
    hint: () =>
      'another operation held the lock too long: see the running tasks in Proxmox, and lower the parallelism if they are ours',
  },
  {
    code: 'proxmox-lock-timeout',
    text: /-locked command timed out - aborting/,
    again: 'unknown',
    hint: () => 'the storage is too slow or overloaded: see the running tasks in Proxmox',
  },
  {
    code: 'proxmox-locked',
    text: /VM is locked \((.*?)\)/,
    again: 'later',
    hint: ([, lock]) =>
      `wait until the ${lock} of this machine has ended; if no such task is running any more, \`qm unlock VMID\` on its host removes the lock`,
  },
  { code: 'proxmox-busy', text: /got no worker upid/, again: 'later', hint: () => 'the host could not start a worker' },
  {
    code: 'proxmox-no-quorum',
    text: /no quorum/,
    again: 'later',
    hint: () => 'too few hosts of the Proxmox cluster see each other: `pvecm status` on a host shows which',
  },
  {
    code: 'proxmox-changed',
    text: /detected modified configuration|checksum mismatch \(file change/,
    hint: () => 'somebody changed it at the same time: run again',
  },
  { code: 'proxmox-no-such-task', text: /no such task|unable to parse worker upid/ },
  { code: 'proxmox-exists', text: /already (?:exists|defined|used)|is already a pool member/ },
  {
    code: 'proxmox-unsupported',
    text: /ha groups have been migrated to rules/,
    hint: () => 'this Proxmox has HA rules instead of groups',
  },
  {
    code: 'proxmox-no-such-host',
    text: /no such cluster node '(.*?)'|hostname lookup '(.*?)' failed/,
    hint: ([, node, lookup]) => `${node ?? lookup} is not a host of this Proxmox cluster: check \`proxmox.hosts\``,
  },
  {
    code: 'proxmox-storage',
    text: /storage '?([\w.-]+)'? (?:is disabled|is not available on node|is not configured for content-type|does not support)|can't upload to storage type/,
    hint: () => 'check `proxmox.storage`: its hosts, whether it is enabled, and its content types',
  },
  {
    code: 'proxmox-no-space',
    text: /no space left|not enough (?:free )?space|out of space|insufficient free space/i,
    hint: () => 'make room on the storage, or name another one in `proxmox.storage`, then run again',
  },
  {
    code: 'proxmox-protected',
    text: /protection mode enabled/,
    hint: () => 'take the protection away first, if it is really meant to go',
  },
  {
    code: 'proxmox-no-agent',
    text: /guest agent is not running|No QEMU guest agent configured/,
    hint: () =>
      'the guest agent needs `agent` in the machine and the extension siderolabs/qemu-guest-agent in the image',
  },
  { code: 'proxmox-running', text: /already running|is running - / },
  { code: 'proxmox-not-running', text: /not running/ },
  {
    code: 'proxmox-not-found',
    text: /does not exist|no such |not found|unable to find configuration file|could not find/,
  },
  {
    code: 'proxmox-parameters',
    status: [400, 400],
    hint: () => 'if the value is right, this Proxmox is too old or too new for it',
  },
  {
    code: 'proxmox-unsupported',
    status: [501, 501],
    text: /^Method '.*' not implemented/,
    hint: () => 'this Proxmox is too old for it, or the address is not that of its API',
  },
  {
    code: 'proxmox-gateway',
    status: [502, 504],
    again: 'unknown',
    hint: () => 'a proxy in front of Proxmox could not reach it: name the hosts themselves in `proxmox.endpoint`',
  },
  {
    code: 'proxmox-host-unreachable',
    status: [590, 599],
    again: 'unknown',
    hint: () =>
      'the host that was asked could not reach the one meant, or it did not answer in time: check that it is up and that the Proxmox cluster is healthy',
  },
]

/** Finds out what a refusal means, by the status if there is one and by what Proxmox said. */
export function diagnose(text: string, status?: number): Diagnosis {
  for (const { code, status: range, text: pattern, again = 'never', hint } of REFUSALS) {
    const inRange = range === undefined || (status !== undefined && status >= range[0] && status <= range[1])
    const match = pattern === undefined ? [] : pattern.exec(text)
    if (inRange && match !== null) return { code, again, ...(hint === undefined ? {} : { hint: hint(match) }) }
  }
  return { code: 'proxmox-refused', again: 'never' }
}
