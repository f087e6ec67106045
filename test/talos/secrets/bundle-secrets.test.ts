import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { bundleSecrets } from '../../../src/talos/secrets/bundle-secrets.ts'
import { formatSecrets } from '../../../src/talos/secrets/write.ts'
import { createRedaction } from '../../../src/world/redaction.ts'
import { testBundle } from '../support/bundle.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** The parts of a secret that must not be seen anywhere: runs of its letters. */
function traces(secret: string): string[] {
  return secret
    .replace(/-----[A-Z0-9 ]+-----/g, '')
    .split(/\s+/)
    .flatMap((line) => line.match(/.{8,16}/g) ?? [])
}

async function setup() {
  const bundle = await testBundle()
  const secrets = bundleSecrets(bundle)
  return { bundle, secrets, redaction: createRedaction(secrets), all: secrets.flatMap(traces) }
}

test('nothing secret of a bundle survives in any text made from it', async () => {
  const { bundle, redaction, all } = await setup()
  const texts = [
    formatSecrets(bundle),
    JSON.stringify(bundle),
    JSON.stringify(JSON.stringify(bundle)),
    stringify(bundle),
    inspect(bundle, { depth: 9, maxStringLength: null }),
    `token=${encodeURIComponent(bundle.cluster.secret)}`,
    bundle.authorities.os.key.replaceAll('\n', ''),
    base64(bundle.bootstrapToken),
    `half ${bundle.bootstrapToken.slice(7)}`,
  ]
  for (const text of texts) {
    const masked = redaction.mask(text)
    expect(masked).toContain('******')
    for (const trace of all) expect(masked).not.toContain(trace)
  }
  for (const secret of bundleSecrets(bundle))
    expect(redaction.mask(formatSecrets(bundle))).not.toContain(base64(secret))
})

test('a key is masked also where each of its lines is indented or prefixed', async () => {
  const { bundle, redaction, all } = await setup()
  const literal = bundle.serviceAccountKey.split('\n').map((line) => `+      ${line}`)
  const masked = redaction.mask(literal.join('\n'))
  for (const trace of all) expect(masked).not.toContain(trace)
  const alone = redaction.mask(literal.slice(3, 6).join('\n'))
  expect(alone).toBe('+      ******\n+      ******\n+      ******')
})

test('what is public stays readable', async () => {
  const { bundle, redaction } = await setup()
  const text = `cluster ${bundle.cluster.id}\n${bundle.authorities.k8s.crt}`
  expect(redaction.mask(text)).toBe(text)
})
