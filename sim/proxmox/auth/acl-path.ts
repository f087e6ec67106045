const NORMAL = /^(?:\/[A-Za-z0-9.\-_]+)+$/

/** The path in its one written form; undefined when it holds characters that no path has. */
export function normalisePath(path: string): string | undefined {
  if (path === '') return undefined
  if (NORMAL.test(path)) return path
  const squeezed = path.replace(/\/+/g, '/').replace(/\/$/, '')
  const full = squeezed.startsWith('/') ? squeezed : `/${squeezed}`
  return /^[A-Za-z0-9.\-_/]+$/.test(full) ? full : undefined
}

const NAME = '[A-Za-z0-9.\\-_]+'

/** The paths that rights can be given on. */
const shapes = [
  '/',
  '/access(/groups|/realm)?',
  `/access/(groups|realm)/${NAME}`,
  `/(nodes|storage)(/${NAME})?`,
  `/pool(/${NAME}){0,3}`,
  '/sdn(/(controllers|dns|fabrics|ipams|prefix-lists|route-maps|zones))?',
  '/sdn/controllers/[A-Za-z0-9_-]+',
  '/sdn/(dns|fabrics|ipams|prefix-lists|route-maps)/[A-Za-z0-9]+',
  `/sdn/zones/${NAME}(/${NAME}(/[1-9][0-9]{0,3})?)?`,
  '/vms(/[1-9][0-9]{2,})?',
  `/mapping(/${NAME}(/${NAME})?)?`,
].map((shape) => new RegExp(`^${shape}$`))

/** Whether rights can be given on a normal path. */
export const isAclPath = (path: string): boolean => shapes.some((shape) => shape.test(path))

/** The path and all above it, from the root down; a path without a leading slash does not hang below the root. */
export function ancestry(path: string): readonly string[] {
  const segments = path.split('/').filter(Boolean)
  const top = path.startsWith('/') ? ['/'] : []
  return [...top, ...segments.map((_, at) => `/${segments.slice(0, at + 1).join('/')}`)]
}
