import { createRedaction } from '../../world/redaction.ts'
import { type Document, mapping } from '../document/value.ts'
import type { SecretsBundle } from '../secrets/bundle.ts'
import { bundleSecrets } from '../secrets/bundle-secrets.ts'
import { concealSecrets } from './conceal.ts'

/** Documents without their secrets: those of the bundle, further ones that are known, and what else looks like one. */
export function redactDocuments(
  documents: readonly Document[],
  bundle: SecretsBundle,
  further: readonly string[] = [],
): Document[] {
  const { mask } = createRedaction([...bundleSecrets(bundle), ...further])
  return documents.map((document) =>
    mapping(Object.entries(document).map(([key, value]) => [key, concealSecrets(key, value, mask)])),
  )
}
