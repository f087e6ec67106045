import { findFile } from '../../proxmox/images/find-image.ts'
import type { Inventory } from '../../proxmox/images/inventory.ts'
import type { Reference } from '../../proxmox/images/references.ts'
import { removeFile } from '../../proxmox/images/remove-file.ts'
import { UserError } from '../../user-error.ts'
import type { Handler } from '../handler.ts'
import { taskOptions } from './task-options.ts'

/** Removes an image from a storage, unless somebody has begun to use it since the plan was made. */
export const imageDelete: Handler<'image.delete'> = {
  minutes: 10,
  done: async (file, { proxmox }) => (await findFile(proxmox, file.host, file)) === undefined,
  run: async (file, tools, telling) => {
    const { files, doubts } = await tools.inventory()
    const found = files.find(({ volid, host }) => volid === file.volid && host === file.host)
    if (found === undefined) return
    requireUnneeded(file.volid, found.usedBy, doubts)
    await removeFile(tools.proxmox, file, taskOptions(telling))
  },
}

/** Refuses to remove what is needed after all, or may be. */
export function requireUnneeded(what: string, usedBy: readonly Reference[], doubts: Inventory['doubts']): void {
  const [doubt] = doubts
  if (doubt !== undefined) throw new UserError('images-doubt', `${what} stays: ${doubt.message}`, { hint: doubt.hint })
  const [user] = usedBy
  if (user === undefined) return
  throw new UserError('image-needed', `${what} stays: VM ${user.vmid} has begun to use it`, {
    hint: 'run again: what is needed is left out',
  })
}
