import { isProxmoxError } from '../../proxmox/client/error.ts'

const ATTEMPTS = 3

/**
 * Looks at a VM and changes it; once more where it was changed in between, as by a task that a killed run has begun, or
 * where it is not there any more: a clone goes to its own host as the last thing.
 */
export async function asItIsNow<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change()
    } catch (error) {
      if (attempt === ATTEMPTS || !isProxmoxError(error, 'proxmox-changed', 'proxmox-not-found')) throw error
    }
  }
}
