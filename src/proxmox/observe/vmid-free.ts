import type { ProxmoxClient } from '../client/client.ts'
import { isProxmoxError } from '../client/error.ts'

/** Whether nobody has a VMID. Guests of others are not shown to everybody, but their numbers are not given out again. */
export async function isVmidFree(client: ProxmoxClient, vmid: number): Promise<boolean> {
  try {
    await client.get('/cluster/nextid', { vmid })
    return true
  } catch (error) {
    if (isProxmoxError(error) && error.status === 400) return false
    throw error
  }
}
