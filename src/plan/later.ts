import { few } from './few.ts'
import { mayHaveConfig, type Situation } from './situation.ts'
import { removalWaitsFor } from './steps/removal.ts'

/** What can only be planned when more is known, as phrases. */
export function laterOf(situation: Situation): readonly string[] {
  if (situation.etcd === 'no-quorum') return ['everything else, once etcd has its quorum']
  return [
    ...unknownEndpoint(situation),
    ...unknownEtcd(situation),
    ...unknownNodes(situation),
    ...asleep(situation),
    ...waiting(situation),
  ]
}

function unknownEtcd({ etcd, desired }: Situation): readonly string[] {
  return etcd === 'unknown' ? [`etcd and Kubernetes of ${desired.name}, once its control planes answer`] : []
}

/** What differs in configs cannot be told before the address is known that stands in all of them. */
function unknownEndpoint({ desired, live, controlPlanes }: Situation): readonly string[] {
  const [first] = controlPlanes
  if (desired.network.endpoint !== undefined || live.home.bootstrapped !== undefined || first === undefined) return []
  return [`the address of the Kubernetes API, once ${first.machine.name} has one from DHCP`]
}

function unknownNodes({ live, etcd }: Situation): readonly string[] {
  if (live.kubernetes.kind !== 'unreachable' || etcd === 'unknown') return []
  return ['nodes that are not ready, once the Kubernetes API answers']
}

function asleep(situation: Situation): readonly string[] {
  const names = situation.machines.filter((one) => mayHaveConfig(situation, one)).map(({ machine }) => machine.name)
  return names.length === 0 ? [] : [`what else ${few(names)} may need, once answering`]
}

function waiting(situation: Situation): readonly string[] {
  return situation.leaving.flatMap((leaving) => {
    const what = removalWaitsFor(situation, leaving)
    return what === undefined ? [] : [`the removal of ${leaving.name}, once ${what}`]
  })
}
