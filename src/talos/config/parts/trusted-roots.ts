import { named } from '../document.ts'
import type { Part } from './part.ts'

/** Trusts further certificate authorities: name → PEM text. */
export const trustedRoots: Part<Readonly<Record<string, string>>> = (roots) =>
  Object.entries(roots).map(([name, certificates]) => named('TrustedRootsConfig', name, { certificates }))
