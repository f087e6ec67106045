import { X509Certificate } from 'node:crypto'
import { referencesOf } from '../../spec/references.ts'
import type { Finding, Rule } from '../rule.ts'

const begin = '-----BEGIN CERTIFICATE-----'
const end = '-----END CERTIFICATE-----'

/** A CA that is not one is noticed only when a connection fails. */
export const certificateFile: Rule = {
  code: 'certificate-file',
  severity: 'error',
  summary: 'certificate files can be read and hold certificates in PEM form',
  check: ({ spec, files }) =>
    referencesOf(spec)
      .filter(({ kind }) => kind === 'certificate')
      .flatMap(({ path, file }): Finding[] => {
        const content = files.get(file)
        if (content === undefined) return []
        const hint = 'certificate files are named relative to the cluster file'
        if ('missing' in content) return [{ path, message: `the certificate cannot be read: ${content.missing}`, hint }]
        return faultIn(content.text).map((fault) => ({ path, ...fault }))
      }),
}

function faultIn(text: string): Omit<Finding, 'path'>[] {
  const found = certificatesIn(text)
  if (found.length === 0)
    return [
      { message: 'the file holds no certificate in PEM form', hint: 'it starts with -----BEGIN CERTIFICATE-----' },
    ]
  const broken = found.findIndex((pem) => !isCertificate(pem))
  if (broken !== -1)
    return [{ message: `certificate ${broken + 1} of the file cannot be decoded`, hint: 'export it again' }]
  if (!text.includes('PRIVATE KEY-----')) return []
  return [
    { severity: 'warning', message: 'the file also holds a private key', hint: 'keep only the certificates in it' },
  ]
}

/** The certificates of a text, each from its first to its last line; the text is walked through once. */
function certificatesIn(text: string): string[] {
  const found: string[] = []
  let at = text.indexOf(begin)
  while (at !== -1) {
    const last = text.indexOf(end, at)
    if (last === -1) break
    found.push(text.slice(at, last + end.length))
    at = text.indexOf(begin, last)
  }
  return found
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}
