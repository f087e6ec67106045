import { expect, test } from 'vitest'
import { kubernetesApi } from '../../../src/actions/kubernetes/kubernetes-api.ts'
import type { Tools } from '../../../src/actions/tools.ts'
import { UserError } from '../../../src/user-error.ts'
import { resolved, smallCluster } from '../../resolve/resolved.ts'
import { leapingClock } from '../../sim/leaping-clock.ts'
import { toolsWith } from '../tools.ts'

const vip = '10.0.0.200'

/** A cluster with a virtual address, whose API answers as told, one answer for each look. */
async function toolsFor(looks: readonly ('no' | 'without the address' | 'yes')[]): Promise<Tools> {
  const desired = await resolved({ ...smallCluster, network: { ...smallCluster.network, vip } })
  const left = [...looks]
  let now = 'no'
  return toolsWith({
    desired,
    clock: leapingClock(),
    kubernetes: {
      async nodes() {
        now = left.shift() ?? 'yes'
        if (now === 'no') throw new UserError('kubernetes-unreachable', 'nobody is there')
        return []
      },
      silentAt: async (addresses) => (now === 'yes' ? [] : addresses),
    },
  })
}

test('the API is there once it answers at the virtual address too, and until then it is said what is missing', async () => {
  const said: string[] = []
  const telling = { progress: (text: string) => said.push(text), signal: new AbortController().signal }
  await kubernetesApi.run({}, await toolsFor(['no', 'without the address', 'without the address', 'yes']), telling)
  expect(said).toEqual(['nobody is there', `it does not answer at ${vip} yet`])
})

test('an API that only its machines reach is not done', async () => {
  expect(await kubernetesApi.done({}, await toolsFor(['without the address']))).toBe(false)
  expect(await kubernetesApi.done({}, await toolsFor(['yes']))).toBe(true)
})
