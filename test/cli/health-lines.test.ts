import { expect, test } from 'vitest'
import { healthLines } from '../../src/cli/status/health-lines.ts'
import type { Health } from '../../src/run/health.ts'
import { OK, type Outcome, skipped, waiting } from '../../src/talos/health/condition.ts'
import { CONDITIONS } from '../../src/talos/health/conditions.ts'

const plain = (_: unknown, text: string) => text

const standing = (outcomes: Readonly<Record<string, Outcome>>): readonly Health[] =>
  CONDITIONS.map(({ name, sentence, otherwise }) => ({ name, sentence, otherwise, outcome: outcomes[name] ?? OK }))

test('what does not hold is said as it is, and what holds is counted', () => {
  const conditions = standing({
    'etcd-healthy': waiting('192.168.1.211: etcd is Preparing: running pre state'),
    coredns: skipped('the cluster comes without a network'),
  })
  expect(healthLines(conditions, plain)).toEqual([
    '✗ etcd is not healthy: 192.168.1.211: etcd is Preparing: running pre state',
    '– CoreDNS is ready: does not apply, since the cluster comes without a network',
    '✓ 14 other health conditions hold',
  ])
})

test('while all is well one line says so, and while nothing is nothing does', () => {
  expect(healthLines(standing({}), plain)).toEqual(['✓ all 16 health conditions hold'])
  const none = standing({}).map((one) => ({ ...one, outcome: waiting('it is off') }))
  expect(healthLines(none, plain).join('\n')).not.toContain('✓')
})

test('long reasons are broken between words, and what machines say cannot steer the terminal', () => {
  const conditions = standing({ diagnostics: waiting('192.168.1.211: the clock is \u001b[31mwrong') })
  expect(healthLines(conditions, plain, 40).slice(0, 2)).toEqual([
    '✗ there are machines that warn about',
    '  themselves: 192.168.1.211: the clock',
  ])
  expect(healthLines(conditions, plain).join('')).not.toContain('\u001b')
})
