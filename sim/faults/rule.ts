import { z } from 'zod'
import { faultKinds } from './kinds.ts'

const count = z.int().min(1)

const when = z
  .strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
    /** The path below `/api2/json`: `*` or `{name}` stands for one part of it, `**` for any number. */
    path: z.string().startsWith('/', 'a path starts with a slash').optional(),
    /** The host that the request is for. */
    host: z.string().optional(),
    vmid: z.int().optional(),
    /** Which of the requests that fit: the first is 1. */
    nth: z.union([count, z.array(count).min(1)]).optional(),
    every: count.optional(),
    probability: z.number().min(0).max(1).optional(),
    /** What `probability` is drawn from: the same seed picks the same requests. */
    seed: z.int().default(1),
    /** How often it may happen at most. */
    times: count.optional(),
  })
  .refine(({ nth, every, probability }) => [nth, every, probability].filter((each) => each !== undefined).length < 2, {
    message: 'nth, every and probability cannot be combined',
  })

/** What is to happen: a name of the table, alone or with its options. */
const what = z.union([z.string(), z.record(z.string(), z.unknown())]).transform((written, context) => {
  const entries = typeof written === 'string' ? [[written, undefined] as const] : Object.entries(written)
  const [kind, options] = entries[0] ?? ['', undefined]
  const issue = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  if (entries.length !== 1) return issue('one fault, and what belongs to it')
  const known = Object.hasOwn(faultKinds, kind) ? faultKinds[kind] : undefined
  if (known === undefined) return issue(`there is no fault ${kind}, but ${Object.keys(faultKinds).join(', ')}`)
  const read = known.options.safeParse(options)
  if (read.success) return { kind, ...(options === undefined ? {} : { options }) }
  return issue(`${kind}: ${read.error.issues[0]?.message ?? 'not as it should be'}`)
})

/** A rule as it is written. */
export const faultRule = z
  .strictObject({ id: z.string().min(1).optional(), when: when.optional(), do: what })
  .refine((rule) => rule.when !== undefined || faultKinds[rule.do.kind]?.befall !== undefined, {
    message: 'this fault strikes requests: say which with `when`',
    path: ['when'],
  })

/** A rule that was read. */
export type FaultRule = z.output<typeof faultRule>

/** A rule that waits for its requests, with what it has met so far; plain data. */
export interface ArmedRule extends FaultRule {
  readonly id: string
  /** Requests that fitted. */
  seen: number
  /** Requests that were struck. */
  struck: number
}
