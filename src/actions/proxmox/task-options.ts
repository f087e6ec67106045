import type { TaskOptions } from '../../proxmox/tasks/wait-for-task.ts'
import type { Telling } from '../tools.ts'

/** How a Proxmox task of an action is followed: its last line is what the action is doing. */
export const taskOptions = ({ progress, signal }: Telling): TaskOptions => ({
  signal,
  onEvent: (event) => {
    if (event.kind === 'line' && event.text.trim() !== '') progress(event.text)
  },
})
