/** A privilege on a path, as an entry of an access list gives it. */
export interface Grant {
  readonly privilege: string
  readonly path: string
}

/** What a call asks of whoever makes it. */
export type Requirement =
  | Grant
  | { readonly all: readonly Requirement[] }
  /** One of them will do; none at all means that only `root@pam` may. */
  | { readonly any: readonly Requirement[] }

/** Asked of nobody. */
export const free: Requirement = { all: [] }

/** What no privilege gives. */
export const rootOnly: Requirement = { any: [] }

/** A requirement of one privilege. */
export const privilege = (name: string, path: string): Requirement => ({ privilege: name, path })

/** Whether those grants that the test admits are enough. */
export function isMet(requirement: Requirement, has: (grant: Grant) => boolean): boolean {
  if ('all' in requirement) return requirement.all.every((part) => isMet(part, has))
  if ('any' in requirement) return requirement.any.some((part) => isMet(part, has))
  return has(requirement)
}

/** Every grant that a requirement speaks of. */
export function grantsIn(requirement: Requirement): readonly Grant[] {
  if ('all' in requirement) return requirement.all.flatMap(grantsIn)
  if ('any' in requirement) return requirement.any.flatMap(grantsIn)
  return [requirement]
}

/** A grant as one text, to compare and to look up. */
export const grantKey = ({ privilege, path }: Grant): string => `${path} ${privilege}`
