import type { Guard } from '../guard.ts'

/** Two machines with one address take turns at being reached. */
export const addressAnswers: Guard = {
  code: 'address-answers',
  level: 'warning',
  summary: 'somebody answers already at an address that a new machine or the Kubernetes API is to have',
  check({ live: { obstacles } }) {
    return (obstacles?.answering ?? []).map(({ address, of }) => ({
      target: of,
      message: `somebody answers already at ${address}`,
      hint: 'give the address free, or choose others with `addresses` or `network.vip`',
    }))
  },
}
