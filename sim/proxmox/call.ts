import type { ApiParameters } from '../../src/proxmox/tables/api-types.gen.ts'
import type { ParameterValues } from '../../src/proxmox/validate-parameters.ts'
import type { Caller } from './auth/caller.ts'
import type { Upload } from './http/multipart.ts'
import type { Simulator } from './simulator.ts'

/** A checked parameter of a method that the product's types do not cover. */
export type LooseValue = string | number | boolean | readonly LooseValue[] | undefined

/** Checked parameters by name. */
export type LooseParameters = Readonly<Record<string, LooseValue>>

/** One request on its way through a handler: its parameters are checked and have the types of the schema. */
export interface Call<P = LooseParameters> {
  readonly sim: Simulator
  readonly caller: Caller
  readonly params: P
  /** The parameters as they came: a form has texts where JSON has numbers, and some answers show them as they were. */
  readonly raw: ParameterValues
  /** The node that carries it out. */
  readonly node: string
  /** The node that was asked. */
  readonly entry: string
  /** The path that was asked for, below the format. */
  readonly path: string
  /** The file that came along. */
  readonly upload?: Upload
  /** What stands beside `data` in the answer. */
  readonly beside: { total?: number; changes?: string }
}

/**
 * Answers a request with what becomes `data`. Written as a method, so that handlers of different parameters fit one
 * table: the table's key is what ties a handler to the schema that its parameters were checked by.
 */
export type Handler<P = LooseParameters> = { answer(call: Call<P>): unknown }['answer']

/** Handlers of methods that the product's types cover. */
export type Handlers = { readonly [K in keyof ApiParameters]?: Handler<ApiParameters[K]> }

/** Handlers of all other methods, by verb and path. */
export type RestHandlers = Readonly<Record<string, Handler>>

/** Data that is written as JSON already, in parts that are one after the other. */
export class JsonParts {
  readonly parts: readonly Buffer[]
  #joined: { readonly before: string; readonly after: string; readonly bytes: Buffer } | undefined

  constructor(parts: readonly Buffer[]) {
    this.parts = parts
  }

  /** The parts between two texts; the same list is often answered more than once. */
  between(before: string, after: string): Buffer {
    if (this.#joined?.before !== before || this.#joined.after !== after) {
      const bytes = Buffer.concat([Buffer.from(before), ...this.parts, Buffer.from(after)])
      this.#joined = { before, after, bytes }
    }
    return this.#joined.bytes
  }
}

/** Data that is written as JSON already, in one text. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** An answer that is no JSON. */
export class RawAnswer {
  readonly contentType: string
  readonly body: string

  constructor(contentType: string, body: string) {
    this.contentType = contentType
    this.body = body
  }
}
