import { expect, test } from 'vitest'
import { examined } from '../examined.ts'
import { doctor } from '../simulated.ts'

test('a token that Proxmox does not know fails, and everything else is skipped', async () => {
  const { failed, troubles } = await examined('connection', { token: 'nobody@pve!none' })
  expect(failed).toEqual(['connection'])
  expect(troubles).toEqual([expect.stringContaining('Proxmox answered 401 to GET /version')])
  const { stdout } = await doctor({ token: 'nobody@pve!none' })
  expect(stdout.match(/^- {5}\S.* skipped: see connection$/gm)).toHaveLength(18)
  expect(stdout).toMatch(/19 checks: 1 failed, 18 skipped, 0 well\n$/)
})

test('a certificate that nobody vouches for fails with the way to trust it', async () => {
  const { failed, hints } = await examined('connection', { env: { PROXMOX_VE_INSECURE: '0' } })
  expect(failed).toEqual(['connection'])
  expect(hints).toEqual([expect.stringContaining('proxmox.tls.fingerprint')])
})
