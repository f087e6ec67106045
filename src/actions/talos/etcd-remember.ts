import type { Handler } from '../handler.ts'

/** Remembers that etcd has been healthy, so that it is never begun anew should its data be lost. */
export const etcdRemember: Handler<'etcd.remember'> = {
  minutes: 1,
  // Writing it down twice is the same as once.
  done: async () => false,
  run: (_, tools) => tools.home.markEtcdHealthy(),
}
