import type { Task } from '../../world/task.ts'

/** The lines of a task's log, with the line that closes it. */
export function logLines(task: Task): readonly string[] {
  if (task.status === undefined) return task.log
  if (task.status === 'unexpected status') return task.log
  return [...task.log, closingLine(task.status)]
}

function closingLine(status: string): string {
  if (status === 'OK') return 'TASK OK'
  return status.startsWith('WARNINGS: ') ? `TASK ${status}` : `TASK ERROR: ${status}`
}

/** How a finished task counts when tasks are filtered by outcome. */
export function outcomeOf(status: string | undefined): 'ok' | 'warning' | 'error' | 'unknown' {
  if (status === undefined || status === '' || status === 'unexpected status') return 'unknown'
  if (status === 'OK') return 'ok'
  return status.startsWith('WARNINGS: ') ? 'warning' : 'error'
}
