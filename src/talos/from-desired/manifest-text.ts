import { parse } from 'yaml'

/**
 * A manifest as Kubernetes reads it: there a document that begins with a brace is JSON, while in YAML what follows may
 * also be without quotes. Everything else stays as it is written.
 */
export const manifestText = (text: string): string =>
  text
    .split(/^(---[ \t]*\r?)$/m)
    .map(documentText)
    .join('')

function documentText(document: string): string {
  const [space = ''] = /^\s*/.exec(document) ?? []
  return document.startsWith('{', space.length) && !isJson(document)
    ? `${space}${JSON.stringify(parse(document))}\n`
    : document
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
