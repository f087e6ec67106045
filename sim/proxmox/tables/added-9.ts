import type { ApiRows, MethodRow } from '../../../src/proxmox/tables/types.ts'

/** Paths that 9.2 added since the schema at hand, which is of 9.1; of their methods only those without parameters. */
const index: { readonly GET: MethodRow } = { GET: { params: {}, allow: 'all' } }

export const added9: ApiRows = {
  '/cluster/qemu': index,
  '/cluster/qemu/cpu-flags': index,
  '/cluster/qemu/custom-cpu-models': index,
}
