import { parse } from 'yaml'
import { UserError } from '../../user-error.ts'
import type { Resource as WireResource } from '../gen/cosi/state_pb.ts'
import type { Kind, Resource } from './kind.ts'

const LARGEST_SPEC = 8 * 1024 * 1024

/** Reads a resource as a machine sent it; a machine is not believed blindly, what it sends is checked. */
export function decodeResource<T>(kind: Kind<T>, wire: WireResource): Resource<T> {
  const id = wire.metadata?.id ?? ''
  const spec = kind.spec.safeParse(parseSpec(kind, id, wire.spec?.yamlSpec ?? ''))
  if (spec.success) return { id, version: wire.metadata?.version ?? '', spec: spec.data }
  const [issue] = spec.error.issues
  throw unexpected(kind, id, `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'unknown'}`)
}

function parseSpec(kind: Kind<unknown>, id: string, yaml: string): unknown {
  if (yaml.length > LARGEST_SPEC) throw unexpected(kind, id, `it is larger than ${LARGEST_SPEC} characters`)
  try {
    return parse(yaml, { maxAliasCount: 100, logLevel: 'error' })
  } catch {
    throw unexpected(kind, id, 'it is not YAML')
  }
}

function unexpected({ type }: Kind<unknown>, id: string, why: string): UserError {
  return new UserError('talos-unexpected-resource', `the resource ${type} ${id} is not what it should be: ${why}`, {
    hint: 'the machine may run a Talos version that this program does not know',
  })
}
