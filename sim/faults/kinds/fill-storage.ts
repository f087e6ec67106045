import { z } from 'zod'
import { isShared } from '../../proxmox/api/storage/definition.ts'
import { usageOf } from '../../proxmox/api/storage/usage.ts'
import type { Simulator } from '../../proxmox/simulator.ts'
import { seconds } from '../../world/clock.ts'
import { faultKind } from '../kind.ts'

const options = z.union([
  z.string(),
  z.strictObject({ storage: z.string(), host: z.string().optional(), leave: z.int().min(0).optional() }),
])

/** Somebody has filled a storage. */
export const fillStorage = faultKind({
  about: 'a file of somebody else takes all space of a storage, on every host or on `host`, but for `leave` bytes',
  options,
  strike: (written, { sim }) => ({ before: () => fill(written, sim) }),
  befall: fill,
})

function fill(written: z.output<typeof options>, { world, clock }: Simulator): void {
  const { storage: id, host, leave = 0 } = typeof written === 'string' ? { storage: written } : written
  const storage = world.storages.find((each) => each.storage === id)
  if (storage === undefined) return
  const places = isShared(storage) ? [undefined] : world.hosts.map(({ name }) => name)
  for (const node of places.filter((name) => host === undefined || name === undefined || name === host)) {
    const sizeBytes = usageOf(world, storage, node ?? '').avail - leave
    if (sizeBytes <= 0) continue
    const name = `backup/somebody-else-${world.volumes.length}.vma`
    const where = node === undefined ? {} : { node }
    const file = { content: 'backup', format: 'vma', sizeBytes, usedBytes: sizeBytes, ctime: seconds(clock) } as const
    world.volumes.push({ storage: id, ...where, name, ...file })
  }
}
