import type { Path } from '../../spec/problem.ts'
import { childOf, type Written } from '../../spec/written.ts'
import { numeric, scalarAs } from '../document/plain.ts'
import { octalForm, shapeOfKind } from '../document/read.ts'
import { mapping, type Value } from '../document/value.ts'
import { inside, type Shape, typeOf } from '../schema/shape.ts'
import { fillIn, hasReference, type ReferenceContext } from './references.ts'

/** Something wrong with a reference, and where. */
export interface ReferenceFault {
  readonly path: Path
  readonly message: string
  readonly on?: 'key'
}

interface Reading {
  readonly text: string
  readonly fill: (text: string, path: Path) => string
  /** Told of keys, in which nothing is filled in. */
  readonly key?: (key: string, path: Path) => void
}

/** A document of a patch with its references filled in, read as Talos reads it and not as YAML 1.2 has it. */
export function patchValue(
  root: Written,
  text: string,
  context: ReferenceContext,
): { readonly value: Value; readonly faults: readonly ReferenceFault[] } {
  const faults: ReferenceFault[] = []
  const fill = (written: string, path: Path): string => {
    const filled = fillIn(written, context)
    faults.push(...filled.faults.map((message) => ({ path, message })))
    return filled.text
  }
  const key = (written: string, path: Path): void => {
    if (hasReference(written)) faults.push({ path, message: `a key cannot hold a reference: ${written}`, on: 'key' })
  }
  return { value: read(root, shapeOf(root), [], { text, fill, key }), faults }
}

/** The same for no machine in particular; nothing is said of a document with references, since they may be anything. */
export function asWritten(root: Written, text: string): Value {
  let isOpen = false
  const fill = (written: string): string => {
    isOpen = true
    return written
  }
  const value = read(root, shapeOf(root), [], { text, fill })
  return isOpen ? {} : value
}

function shapeOf(root: Written): Shape {
  const kind = childOf(root, 'kind')?.value
  return root.kind === 'map' ? shapeOfKind(kind?.kind === 'scalar' ? kind.value : undefined) : undefined
}

function read(written: Written, shape: Shape, path: Path, reading: Reading): Value {
  switch (written.kind) {
    case 'scalar':
      return scalarOf(written, shape, path, reading)
    case 'list':
      return written.items.map((item, index) => read(item, inside(shape), [...path, index], reading))
    case 'map':
      return mapping(
        [...written.entries].map(([key, { value }]) => {
          reading.key?.(key, [...path, key])
          return [key, read(value, inside(shape, key), [...path, key], reading)]
        }),
      )
  }
}

function scalarOf(
  { value, span: [start, end] }: Written & { kind: 'scalar' },
  shape: Shape,
  path: Path,
  { text, fill }: Reading,
): Value {
  const type = typeOf(shape)
  const source = text.slice(start, end)
  if (typeof value !== 'string') return scalarAs(octalOr(value, source), source, type)
  if (!value.includes('${')) return scalarAs(value, undefined, type)
  const filled = fill(value, path)
  const isNumber = type?.form === 'scalar' && numeric.has(type.of) && /^\d+$/.test(filled)
  return isNumber ? Number(filled) : scalarAs(filled, undefined, type)
}

/** A number with a leading zero is octal to Talos. */
const octalOr = (value: unknown, source: string): unknown =>
  typeof value === 'number' && octalForm.test(source) ? Number.parseInt(source, 8) : value
