import type { Handler } from '../handler.ts'

/** Forgets where etcd was begun, so that the cluster can be made anew after it was destroyed. */
export const etcdForget: Handler<'etcd.forget'> = {
  minutes: 1,
  done: async (_, tools) => (await tools.home.bootstrapped()) === undefined,
  run: (_, tools) => tools.home.forgetBootstrap(),
}
