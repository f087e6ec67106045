import type { Handler } from '../handler.ts'

/** Applies the manifests of the file; what others have taken over is left to them. */
export const manifestsApply: Handler<'manifests.apply'> = {
  minutes: 15,
  done: async (_, tools) =>
    (await tools.kubernetes.manifests()).differences.every(({ state }) => state === 'owned' || state === 'unknown'),
  run: (_, tools, telling) => tools.kubernetes.applyManifests(telling),
}
