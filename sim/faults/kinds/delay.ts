import { wait } from '../../world/clock.ts'
import { faultKind } from '../kind.ts'
import { span } from '../span.ts'

/** Everything takes longer. */
export const delay = faultKind({
  about: 'the request is carried out after this span of simulated time',
  options: span,
  strike: (milliseconds, { sim }) => ({ before: () => wait(sim.clock, milliseconds) }),
})
