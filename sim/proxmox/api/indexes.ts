import type { Method } from '../../../src/proxmox/method.ts'
import type { Handler } from '../call.ts'
import { hasPath } from '../routes.ts'
import { indexes } from '../tables/indexes.gen.ts'

/** Where the genuine listing differs from what stands below the path in the schema. */
const differences: Readonly<
  Record<string, { readonly without?: readonly string[]; readonly with?: readonly string[] }>
> = {
  '/access': { without: ['permissions', 'vncticket'] },
  '/cluster': { with: ['qemu'] },
  '/cluster/ceph': { with: ['restart-bulk'] },
  '/cluster/sdn': { without: ['dry-run', 'lock', 'rollback'] },
  '/nodes/{node}': { without: ['execute', 'vncwebsocket'] },
  '/nodes/{node}/qemu/{vmid}/firewall': { without: ['log'] },
  '/nodes/{node}/lxc/{vmid}/firewall': { without: ['log'] },
  '/nodes/{node}/storage/{storage}': { with: ['identity'] },
}

/** Listings that the schema lacks. */
const added: Readonly<Record<string, { readonly key: string; readonly names: readonly string[] }>> = {
  '/': { key: 'subdir', names: ['access', 'cluster', 'nodes', 'pools', 'storage', 'version'] },
  '/cluster/qemu': { key: 'name', names: ['cpu-flags', 'custom-cpu-models'] },
}

/** Answers a path that lists fixed children: those that the release has. */
export function indexHandler({ path, release }: Method): Handler | undefined {
  const index = Object.hasOwn(added, path) ? added[path] : indexes[path]
  if (index === undefined) return undefined
  const { without = [], with: more = [] } = differences[path] ?? {}
  const isThere = (name: string) => release === '9' || hasPath(release, `${path === '/' ? '' : path}/${name}`)
  const names = [...index.names.filter((name) => !without.includes(name)), ...more].filter(isThere)
  return () => names.map((name) => ({ [index.key]: name }))
}
