import type { Path } from '../spec/problem.ts'

/** How a list behaves when two layers both have it; every other list and scalar is replaced, every map merged by key. */
export type ListRule = 'append' | 'union' | { readonly byKey: (item: unknown) => string }

const nameOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'name' in item ? String(item.name) : String(item)

const taintIdentity = (item: unknown): string => String(item).replace(/=[^:]*:/, ':')

/** The lists that do not simply replace what a wider layer says, by their path in the settings. */
export const listRules: Readonly<Record<string, ListRule>> = {
  'vm.tags': 'union',
  'talos.extensions': 'union',
  'talos.kernelArgs': 'union',
  'talos.trustedCAs': 'union',
  'talos.patches': 'append',
  'talos.kernelModules': { byKey: nameOf },
  'talos.volumes': { byKey: nameOf },
  'kubernetes.taints': { byKey: taintIdentity },
}

/** Maps that are one value: a narrower layer replaces them whole instead of merging into them; `*` is any key. */
export const wholeValues: readonly Path[] = [
  ['vm', 'cpu'],
  ['vm', 'vga'],
  ['talos', 'overlay'],
  ['talos', 'registries', '*', 'password'],
  ['network', 'selector'],
]

/** Whether a path in the settings is one value. */
export function isWholeValue(path: Path): boolean {
  return wholeValues.some(
    (whole) => whole.length === path.length && whole.every((part, index) => part === '*' || part === path[index]),
  )
}
