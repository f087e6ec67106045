import type { Api } from '../api.ts'
import { Refusal } from '../status.ts'
import type { Change } from '../store/store.ts'
import type { Controller } from './controller.ts'

// How long the control plane takes to notice something; changes in between are seen together.
const REACTION_MS = 20
const RETRY_MS = 1000

/** Lets controllers work until they are stopped; nothing is timed while nothing is to be done. */
export function runControllers(api: Api, controllers: readonly Controller[]): () => void {
  const due = new Map<Controller, Set<string>>(controllers.map((each) => [each, new Set()]))
  const timers = new Set<() => void>()
  let scheduled = false
  let stopped = false

  const after = (milliseconds: number, run: () => void) => {
    const cancel = api.clock.after(milliseconds, () => {
      timers.delete(cancel)
      if (!stopped) run()
    })
    timers.add(cancel)
  }
  const wake = () => {
    if (scheduled) return
    scheduled = true
    after(REACTION_MS, work)
  }
  const enqueue = (controller: Controller, key: string) => {
    due.get(controller)?.add(key)
    wake()
  }
  const look = (controller: Controller, key: string) => {
    const again = lookOnce(api, controller, key)
    if (again !== undefined) after(again, () => enqueue(controller, key))
  }
  const work = () => {
    scheduled = false
    for (const [controller, keys] of due) {
      const now = [...keys]
      keys.clear()
      for (const key of now) look(controller, key)
    }
  }
  const notice = (change: Change) => {
    for (const controller of controllers) for (const key of controller.concerns(change, api)) enqueue(controller, key)
  }
  const unsubscribe = api.store.subscribe(notice)
  // What was there before is as good as new to a control plane that starts.
  for (const [resource, objects] of Object.entries(api.state.objects))
    for (const object of Object.values(objects))
      notice({ revision: 0, resource, type: 'ADDED', object, before: undefined })
  return () => {
    stopped = true
    unsubscribe()
    for (const cancel of timers) cancel()
  }
}

function lookOnce(api: Api, controller: Controller, key: string): number | undefined {
  try {
    return controller.reconcile(api, key)
  } catch (error) {
    // Somebody was quicker, or what it needs is not there yet.
    if (error instanceof Refusal) return RETRY_MS
    throw error
  }
}
