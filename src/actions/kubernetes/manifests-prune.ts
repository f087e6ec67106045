import type { Handler } from '../handler.ts'

/** Deletes what manifests of the file had once and have no longer. */
export const manifestsPrune: Handler<'manifests.prune'> = {
  minutes: 15,
  done: async (_, tools) => (await tools.kubernetes.manifests()).obsolete.length === 0,
  run: (_, tools, telling) => tools.kubernetes.pruneManifests(telling),
}
