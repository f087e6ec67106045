import type { Handler } from './handler.ts'

/** Makes the secrets of a cluster. */
export const secretsCreate: Handler<'secrets.create'> = {
  minutes: 1,
  done: (_, { home }) => home.hasSecrets(),
  run: (_, { home }) => home.createSecrets(),
}
