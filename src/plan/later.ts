import { mayHaveConfig, type Situation } from './situation.ts'
import { removalWaitsFor } from './steps/removal.ts'

/** What can only be planned when more is known, as phrases. */
export function laterOf(situation: Situation): readonly string[] {
  if (situation.etcd === 'no-quorum') return ['everything else, once etcd has its quorum']
  return [...unknownEtcd(situation), ...asleep(situation), ...waiting(situation)]
}

function unknownEtcd({ etcd, desired }: Situation): readonly string[] {
  return etcd === 'unknown' ? [`etcd and Kubernetes of ${desired.name}, once its control planes answer`] : []
}

function asleep(situation: Situation): readonly string[] {
  const names = situation.machines.filter((one) => mayHaveConfig(situation, one)).map(({ machine }) => machine.name)
  return names.length === 0 ? [] : [`what else ${names.join(', ')} may need, once answering`]
}

function waiting(situation: Situation): readonly string[] {
  return situation.leaving.flatMap((leaving) => {
    const what = removalWaitsFor(situation, leaving)
    return what === undefined ? [] : [`the removal of ${leaving.name}, once ${what}`]
  })
}
