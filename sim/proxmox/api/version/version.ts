import type { Call, Handlers } from '../../call.ts'

function version({ sim }: Call<object>) {
  const { release, version, repoid } = sim.release
  return { release, version, repoid }
}

/** Which release this is. */
export const versionHandlers: Handlers = {
  'GET /version': version,
  'GET /nodes/{node}/version': version,
}
