import { SHORT_TITLES } from '../../plan/graph/short-titles.ts'

/** The short title of a step whose kind this version still knows, else its kind. */
export function shortOf(id: string): string {
  const kind = id.split('/')[0] ?? id
  return Object.entries(SHORT_TITLES).find(([known]) => known === kind)?.[1] ?? kind
}

/** What a step is done to, and what it is: `homelab-cp-1: make VM`. */
export function wordsOf(id: string): string {
  const target = id.slice(id.indexOf('/') + 1)
  return target === id ? shortOf(id) : `${target}: ${shortOf(id)}`
}
