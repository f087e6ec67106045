interface Parts {
  readonly scheme: string
  readonly host: string
  readonly path: string
  readonly query: string
  readonly fragment: string
}

function split(url: string): Parts {
  const [, scheme = '', host = '', path = '', query = '', fragment = ''] =
    /^(?:([a-z][a-z\d+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/i.exec(url) ?? []
  return { scheme, host, path, query, fragment }
}

/** Merges addresses as Talos does, part by part: what the patch's address lacks stays as it was. */
export function mergeUrl(left: string, right: string): string {
  const [a, b] = [split(left), split(right)]
  const pick = (part: keyof Parts): string => (b[part] === '' ? a[part] : b[part])
  const scheme = pick('scheme') === '' ? '' : `${pick('scheme')}:`
  const host = pick('host') === '' ? '' : `//${pick('host')}`
  const query = pick('query') === '' ? '' : `?${pick('query')}`
  const fragment = pick('fragment') === '' ? '' : `#${pick('fragment')}`
  return `${scheme}${host}${pick('path')}${query}${fragment}`
}
