import { z } from 'zod'

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }

/** A span of simulated time as people write it, in milliseconds: `250ms`, `3s`, `2m`. */
export const span = z
  .string()
  .regex(/^\d+(\.\d+)?(ms|s|m)$/, 'not a span of time: write it as 250ms, 3s or 2m')
  .transform((text) => Number.parseFloat(text) * (UNITS[text.replace(/^[\d.]+/, '')] ?? 1))
