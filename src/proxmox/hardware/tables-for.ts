import type { Release } from '../tables/types.ts'

/** The release whose tables fit a version such as `9.2.11`: the nearest one that is known. */
export const tablesFor = (version: string): Release => (Number.parseInt(version, 10) >= 9 ? '9' : '8')
