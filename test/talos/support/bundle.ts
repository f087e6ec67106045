import type { SecretsBundle } from '../../../src/talos/secrets/bundle.ts'
import { createSecretsBundle } from '../../../src/talos/secrets/create.ts'

/** The moment at which every test's bundle is made. */
export const madeAt = new Date('2026-11-15T12:00:00Z')

/** One bundle for all tests of a worker, since its RSA key takes about a second. */
const made = createSecretsBundle('v1.13.9', madeAt)

/** A fresh bundle as `up` would make it. */
export const testBundle = (): Promise<SecretsBundle> => made
