import type { Room, Stock } from './room.ts'
import type { HostUsage } from './types.ts'

/** How full a host is; storages that it does not list appear only once something is on them. */
export function usageOf(room: Room): HostUsage {
  const listed = room.host.storages ?? {}
  const storages = [...room.storages.named].filter(([name, stock]) => Object.hasOwn(listed, name) || stock.used > 0)
  return {
    host: room.host.name,
    machines: room.machines.used,
    cpu: level(room.cpu),
    memory: level(room.memory),
    storages: Object.fromEntries(storages.map(([name, stock]) => [name, level(stock)])),
  }
}

function level(stock: Stock): { readonly used: number; readonly limit?: number } {
  return stock.limit === Infinity ? { used: stock.used } : { used: stock.used, limit: stock.limit }
}
