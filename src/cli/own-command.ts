import type { Io } from './io.ts'

/** How talmox was called, for lines to try next: a clone without the command on the path runs it by `npm start --`. */
export function ownCommand({ env }: Pick<Io, 'env'>): string {
  const byNpm = env.npm_package_name === 'talmox' && env.npm_lifecycle_event === 'start'
  return byNpm ? 'npm start --' : 'talmox'
}
