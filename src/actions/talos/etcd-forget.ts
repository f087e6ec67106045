import type { Handler } from '../handler.ts'

/** Forgets where etcd was begun, and an address that was learnt from its machines, so that the cluster can be made anew after it was destroyed. */
export const etcdForget: Handler<'etcd.forget'> = {
  minutes: 1,
  // Forgetting twice is the same as once.
  done: async () => false,
  run: (_, tools) => tools.home.forgetBootstrap(),
}
