import type { Handler } from './handler.ts'

/** Writes the files that people use a cluster with. */
export const configsWrite: Handler<'configs.write'> = {
  minutes: 1,
  done: (_, { home }) => home.hasClientConfigs(),
  run: (_, { home }) => home.writeClientConfigs(),
}
