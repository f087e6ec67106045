import type { Method } from '../../../src/proxmox/method.ts'
import type { Handler, Handlers, RestHandlers } from '../call.ts'
import { indexHandler } from './indexes.ts'
import { versionHandlers } from './version/version.ts'

/** Every area of the API that is simulated; one line per area. */
const areas: readonly (Handlers | RestHandlers)[] = [versionHandlers]

const table: ReadonlyMap<string, Handler> = new Map(areas.flatMap((area) => Object.entries(area)))

/** The handler of a method; lists of fixed children need none of their own. */
export function handlerOf(method: Method): Handler | undefined {
  return table.get(`${method.verb} ${method.path}`) ?? (method.verb === 'GET' ? indexHandler(method.path) : undefined)
}
