import type { Json } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { age } from './duration.ts'

/** A column of a table. */
export interface Column {
  readonly name: string
  readonly type: 'string' | 'integer' | 'boolean' | 'number' | 'date'
  readonly format: string
  readonly description: string
  /** Above 0 only in wide output. */
  readonly priority: number
  readonly cell: (object: KubeObject, now: number) => Json
}

type Cell = Column['cell']

/** A column of text. */
export const text = (name: string, cell: Cell): Column => ({
  name,
  type: 'string',
  format: '',
  description: '',
  priority: 0,
  cell,
})

/** A column of whole numbers. */
export const integer = (name: string, cell: Cell): Column => ({ ...text(name, cell), type: 'integer' })

/** A column that only wide output shows. */
export const wide = (column: Column): Column => ({ ...column, priority: 1 })

/** The name of an object. */
export const NAME: Column = { ...text('Name', ({ metadata }) => metadata.name), format: 'name' }

/** How long ago an object was made. */
export const AGE: Column = text('Age', ({ metadata }, now) => age(metadata.creationTimestamp, now))

/** What stands where there is nothing. */
export const NONE = '<none>'
