const INSENSITIVE = /\(\?\^i:((?:[^()\\]|\\.)*)\)/g

/** Writes a Perl pattern of the schema as the source of a JavaScript regular expression with the same meaning. */
export function jsPattern(perl: string): string {
  const js = perl.replace(INSENSITIVE, caseFree).replaceAll('(?^:', '(?:').replaceAll('{,', '{0,')
  if (js.includes('(?^')) throw new Error(`cannot translate the pattern ${perl}`)
  new RegExp(js)
  return js
}

/** JavaScript of our oldest runtime has no inline flags, so the ranges name both cases. */
function caseFree(_group: string, inner: string): string {
  const both = inner.replaceAll('a-z', 'a-zA-Z')
  const literals = both.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '')
  if (/[A-Za-z]/.test(literals)) throw new Error(`cannot make ${inner} ignore case`)
  return `(?:${both})`
}
