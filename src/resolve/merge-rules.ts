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
  'kubernetes.taints': { byKey: taintIdentity },
}

/** Maps that are one value: a narrower layer replaces them whole instead of merging into them. */
export const wholeValues: ReadonlySet<string> = new Set(['vm.cpu', 'vm.vga', 'talos.overlay', 'network.selector'])
