import type { Running } from '../../harness.ts'

/**
 * A request with its parameters behind a question mark, as people would write it; what Proxmox 9.2 answers: a status, and
 * where it refuses the reason or what it says of each parameter; and what 8.4 answers, where that differs.
 */
export type Row = readonly [request: string, answer: string, onEight?: string]

/** Sends the request of a row as the user of every right, and tells what was answered. */
export async function answerTo({ ask }: Running, request: string): Promise<string> {
  const [, verb = '', path = '', parameters = ''] = /^(\S+) ([^?]+)(?:\?(.*))?$/.exec(request) ?? []
  const pairs = parameters.split('&').flatMap((each): [string, string][] => {
    const [, name, value] = /^([^=]+)=(.*)$/.exec(each) ?? []
    return name === undefined || value === undefined ? [] : [[name, value]]
  })
  const isForm = verb === 'POST' || verb === 'PUT'
  const query = new URLSearchParams(pairs).toString()
  const { status, reason, text } = isForm
    ? await ask(verb, path, { body: query, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })
    : await ask(verb, query === '' ? path : `${path}?${query}`)
  if (status === 200) return '200'
  const errors: Record<string, string> | undefined = text === '' ? undefined : JSON.parse(text).errors
  return errors === undefined
    ? `${status} ${reason}`
    : `${status} ${Object.entries(errors).map(spoken).sort().join(' · ')}`
}

const spoken = ([name, text]: [string, string]): string => `${name}: ${text.trim().replaceAll('\n', ' ')}`
