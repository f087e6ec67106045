import { encodeBase64 } from '../../encoding/base64.ts'
import { maskSecrets, secretIn } from '../../spec/secret-text.ts'
import { createRedaction } from '../../world/redaction.ts'
import { type Document, isList, isMapping, type Mapping, mapping, type Value } from '../document/value.ts'
import type { SecretsBundle } from '../secrets/bundle.ts'
import { bundleSecrets } from '../secrets/bundle-secrets.ts'

/** What Talos itself shows in place of a secret. */
const hidden = '******'

/** Documents without their secrets: those of the bundle, further ones that are known, and what else looks like one. */
export function redactDocuments(
  documents: readonly Document[],
  bundle: SecretsBundle,
  further: readonly string[] = [],
): Document[] {
  const { mask } = createRedaction([...bundleSecrets(bundle), ...further])
  const shown = publicTexts(bundle)
  const concealText = (key: string, text: string): string => {
    if (shown.has(text)) return text
    const masked = mask(text)
    if (masked !== text) return masked.trim() === hidden ? hidden : masked
    return secretIn(key, text) === undefined ? maskSecrets(text) : hidden
  }
  const conceal = (key: string, value: Value): Value => {
    if (typeof value === 'string') return concealText(key, value)
    if (isList(value)) return value.map((item) => conceal(key, item))
    return isMapping(value) ? concealMapping(value) : value
  }
  const concealMapping = (value: Mapping): Mapping =>
    mapping(Object.entries(value).map(([key, item]) => [key, conceal(key, item)]))
  return documents.map(concealMapping)
}

/** Certificates look like secrets where they are base64, and are none. */
function publicTexts({ authorities, cluster }: SecretsBundle): ReadonlySet<string> {
  const certificates = Object.values(authorities).map(({ crt }) => crt)
  return new Set([...certificates, ...certificates.map((crt) => encodeBase64(crt)), cluster.id])
}
