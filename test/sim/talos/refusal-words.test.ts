import { ConnectError } from '@connectrpc/connect'
import { describe, expect, test } from 'vitest'
import { judgeConfig } from '../../../sim/talos/config/judge.ts'
import type { TalosImage } from '../../../sim/world/talos-image.ts'
import { hasSharedData } from '../../shared-data.ts'
import { validateCases } from '../../talos/support/validate-cases.ts'

/** What the parsers of Go say of a value that they cannot read, and of an expression: ours refuses it in other words. */
const PARSERS = [
  'not-yaml',
  'wrong-type',
  'ca-not-base64',
  'endpoint-no-scheme',
  'doc-link-bad-address',
  'doc-alias-bad-cel',
  'doc-resolver-bad',
]
/** There is no machine of such a mode. */
const MODES = ['bad-mode']

const cases = hasSharedData('talos/validate-cases.json')
  ? validateCases().flatMap(({ id, config, result }) =>
      Object.entries(result)
        .filter(([, { exit }]) => exit !== 0 && !PARSERS.includes(id) && !MODES.includes(id))
        .map(([version, { stderr }]) => ({ id, config, version, stderr })),
    )
  : []

/** What a running machine of a version says of a config. */
function saidBy(version: string, config: string): string {
  const image: TalosImage = {
    version,
    schematic: '',
    arch: 'amd64',
    platform: 'metal',
    secureBoot: false,
    kind: 'disk',
  }
  try {
    judgeConfig({ state: { stage: 'running', image } }, config)
    return 'nothing'
  } catch (error) {
    if (error instanceof ConnectError) return error.rawMessage
    throw error
  }
}

const withoutWarnings = (text: string): string => text.replaceAll(/^WARNING: .*\n/gm, '').trim()

describe.skipIf(cases.length === 0)('simulated machines refuse a config in the words of the real talosctl', () => {
  test('all that was recorded is looked at', () => {
    expect(cases.length).toBeGreaterThanOrEqual(120)
  })

  test.each(cases)('$id on Talos $version', ({ config, version, stderr }) => {
    expect(saidBy(version, config).trim()).toBe(withoutWarnings(stderr))
  })
})
