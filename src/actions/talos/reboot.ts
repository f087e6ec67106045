import { readBootId } from '../../talos/api/logs.ts'
import type { TalosNode } from '../../talos/api/node.ts'
import { reboot } from '../../talos/api/power.ts'
import type { Telling, Tools } from '../tools.ts'
import { patiently, until } from '../until.ts'

/** Reboots a machine and waits until it has booted again: right after the call it still is what it was. */
export async function rebootAndWait(tools: Tools, telling: Telling, node: TalosNode): Promise<void> {
  const before = await readBootId(node, { fresh: true })
  await reboot(node, 'default', { signal: telling.signal })
  await until(tools, telling, () =>
    patiently(async () => {
      const now = await readBootId(node, { fresh: true })
      return now === before ? { waiting: 'it is about to reboot' } : { value: true }
    }),
  )
}
