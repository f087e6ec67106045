import { isScalar, type Scalar } from 'yaml'
import type { ScalarValue } from './written.ts'

/** The value of a scalar by the YAML 1.2 core rules, but `+10` stays text: it is an offset, not the number ten. */
export function scalarValue({ value, source, type }: Scalar): ScalarValue {
  if (typeof value === 'number' && type === 'PLAIN' && source?.startsWith('+')) return source
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** Whether a number is written as an integer that a double cannot hold exactly. */
export function isInexact({ value, source }: Scalar): boolean {
  const integer = typeof value === 'number' && /^(?:-?[0-9]+|0[xo][0-9a-fA-F]+)$/.test(source ?? '')
  return integer && !Number.isSafeInteger(value)
}

/** The text of a key as it is written, so that `8080` and `true` are names like any other; maps and lists have none. */
export function keyText(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined
  return typeof key.value === 'string' ? key.value : (key.source ?? '')
}

/** Whether a key is the plain `<<` that merges other maps into this one. */
export function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.value === '<<'
}
