import { describe, expect, test } from 'vitest'
import { readAnswer } from '../../../src/proxmox/client/answer.ts'
import { ProxmoxError } from '../../../src/proxmox/client/error.ts'
import { diagnose } from '../../../src/proxmox/client/refusals.ts'
import { hasSharedData } from '../../shared-data.ts'
import { recordedScenarios } from '../recorded-requests.ts'

test.each([
  [401, 'No ticket', 'proxmox-authentication', 'never'],
  [403, 'Permission check failed (/vms/100, VM.Audit)', 'proxmox-permission', 'never'],
  [403, "Permission check failed (pool 'nosuch' does not exist)", 'proxmox-not-found', 'never'],
  [403, "URI '/access/ticket' not available with API token, need proper ticket.", 'proxmox-needs-ticket', 'never'],
  [403, 'Permission check failed (user != root@pam)', 'proxmox-root-only', 'never'],
  [403, 'anything else', 'proxmox-permission', 'never'],
  [400, 'Parameter verification failed.; vmid: VM 100 already exists', 'proxmox-exists', 'never'],
  [400, 'Parameter verification failed.; cores: type check', 'proxmox-parameters', 'never'],
  [400, 'Parameter verification failed.; upid: no such task', 'proxmox-no-such-task', 'never'],
  [500, "cfs-lock 'storage-nfs' error: got lock request timeout", 'proxmox-lock-timeout', 'later'],
  [500, "can't lock file '/var/lock/pve-manager/pve-storage-local-lvm' - got timeout", 'proxmox-lock-timeout', 'later'],
  [500, 'Failed to obtain guest migration lock - replication running?', 'proxmox-lock-timeout', 'later'],
  [500, "'storage-nfs'-locked command timed out - aborting", 'proxmox-lock-timeout', 'unknown'],
  [500, 'VM is locked (clone)', 'proxmox-locked', 'later'],
  [500, 'got no worker upid - start worker failed', 'proxmox-busy', 'later'],
  [500, 'cluster not ready - no quorum?', 'proxmox-no-quorum', 'later'],
  [500, 'detected modified configuration - file changed by other user? Try again.', 'proxmox-changed', 'never'],
  [500, "only root can set 'args' config", 'proxmox-root-only', 'never'],
  [500, "Configuration file 'nodes/pve1/qemu-server/999.conf' does not exist", 'proxmox-not-found', 'never'],
  [500, "unable to create VM 101 - VM 101 already exists on node 'pve1'", 'proxmox-exists', 'never'],
  [500, "no such cluster node 'pve9'", 'proxmox-no-such-host', 'never'],
  [500, "storage 'off' is disabled", 'proxmox-storage', 'never'],
  [500, "storage 'local' is not configured for content-type 'import'", 'proxmox-storage', 'never'],
  [500, "can't remove VM 101 - protection mode enabled", 'proxmox-protected', 'never'],
  [500, 'QEMU guest agent is not running', 'proxmox-no-agent', 'never'],
  [500, 'VM 100 is running - destroy failed', 'proxmox-running', 'never'],
  [500, 'VM 100 not running', 'proxmox-not-running', 'never'],
  [500, 'cannot index groups: ha groups have been migrated to rules', 'proxmox-unsupported', 'never'],
  [500, 'something new', 'proxmox-refused', 'never'],
  [501, "Method 'GET /cluster/ha/rules' not implemented", 'proxmox-unsupported', 'never'],
  [501, 'for data too large', 'proxmox-refused', 'never'],
  [503, 'Service Unavailable', 'proxmox-gateway', 'unknown'],
  [595, 'No route to host', 'proxmox-host-unreachable', 'unknown'],
  [599, 'Too many redirections', 'proxmox-host-unreachable', 'unknown'],
  [undefined, 'VM is locked (snapshot)', 'proxmox-locked', 'later'],
  [
    undefined,
    'unable to create VM 101 - 403 Permission check failed (/vms/101, VM.Config.Options)',
    'proxmox-permission',
    'never',
  ],
  [undefined, 'start failed: QEMU exited with code 1', 'proxmox-refused', 'never'],
])('%s %s is %s', (status, text, code, again) => {
  expect(diagnose(text, status)).toMatchObject({ code, again })
})

describe('a missing privilege is named with its path', () => {
  test.each([
    ['(/vms/100, VM.Audit)', 'grant VM.Audit on /vms/100 to the user'],
    ['(/, Sys.Audit|Sys.Modify)', 'grant Sys.Audit or Sys.Modify on / to the user'],
    ["(/, Sys.Modify for modifying tag 'B')", 'grant Sys.Modify on / to the user'],
    ['(, Pool.Allocate)', 'grant Pool.Allocate on the object to the user'],
  ])('%s', (parentheses, hint) => {
    expect(diagnose(`Permission check failed ${parentheses}`, 403).hint).toContain(hint)
  })
})

const answerOf = (status: number, reason: string, text: string, type = 'application/json') => ({
  status,
  reason,
  text,
  type,
  location: undefined,
})

const errorOf = (run: () => unknown): ProxmoxError => {
  try {
    run()
  } catch (error) {
    if (error instanceof ProxmoxError) return error
  }
  throw new Error('nothing was refused')
}

test('what Proxmox says about each parameter reaches the person, on one visible line', () => {
  const body = {
    data: null,
    message: 'Parameter verification failed.\n',
    errors: { cores: "got 'x'\n", 'a\u001b': 'b\u0007' },
  }
  const error = errorOf(() =>
    readAnswer('PUT /x', answerOf(400, 'Parameter verification failed.', JSON.stringify(body))),
  )
  expect(error.message).toBe("Proxmox answered 400 to PUT /x: Parameter verification failed.; cores: got 'x'; a␛: b␇")
  expect(error.parameters).toEqual({ cores: "got 'x'", 'a␛': 'b␇' })
})

test('the reason phrase is enough, as in older releases', () => {
  const error = errorOf(() => readAnswer('GET /x', answerOf(500, 'VM 100 not running', '{"data":null}')))
  expect(error).toMatchObject({ reason: 'VM 100 not running', code: 'proxmox-not-running', status: 500 })
})

const recorded = hasSharedData('pve/suite') ? recordedScenarios() : []
const refusals = recorded.flatMap(([name, { steps = [] }]) =>
  steps.flatMap((step, at) => (step.status < 400 ? [] : [{ where: `${name} step ${at + 1}`, ...step }])),
)

test.runIf(refusals.length > 0)('every recorded refusal of Proxmox 9.2 reaches the person with what it said', () => {
  for (const { where, status, reason, body, body_text: bodyText = '' } of refusals) {
    const text = body === undefined ? bodyText : JSON.stringify(body)
    const error = errorOf(() => readAnswer('GET /x', answerOf(status, reason, text)))
    expect(error.message, where).toContain(reason.trim())
    expect(error.again, where).toBe(/lock-100.conf|VM is locked/.test(reason) ? 'later' : 'never')
    for (const name of Object.keys(body?.errors ?? {})) expect(error.parameters, where).toHaveProperty([name])
  }
})

test.runIf(refusals.length > 0)('every recorded 403 and 401 is told apart from the rest', () => {
  const codes = new Set(['proxmox-permission', 'proxmox-root-only', 'proxmox-not-found', 'proxmox-needs-ticket'])
  for (const { where, status, reason } of refusals) {
    const { code } = diagnose(reason, status)
    if (status === 401) expect(code, where).toBe('proxmox-authentication')
    if (status === 403) expect(codes.has(code), `${where} ${reason}`).toBe(true)
    expect(code === 'proxmox-permission' && status !== 403, where).toBe(false)
  }
})
