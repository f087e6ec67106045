import { defaultTiming, quicker } from '../../sim/talos/timing.ts'
import type { Latencies } from '../ideal/ideal-world.ts'

/** A world of its own pace. */
export interface Setting {
  readonly name: string
  readonly about: string
  readonly latencies: Latencies
}

/** The worlds that a comparison is swept over: calls from the same room to a far away office, machines by their speed. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'fast',
    about: 'a call takes 5 ms, machines are twice as quick as ordinary ones',
    latencies: { callMs: 5, timing: quicker(defaultTiming, 2) },
  },
  {
    name: 'ordinary',
    about: 'a call takes 25 ms, machines are as quick as measured ones',
    latencies: { callMs: 25, timing: defaultTiming },
  },
  {
    name: 'slow',
    about: 'a call takes 100 ms, machines are half as quick as ordinary ones',
    latencies: { callMs: 100, timing: quicker(defaultTiming, 0.5) },
  },
]
