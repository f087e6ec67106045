import type { Live } from '../live/live.ts'
import type { Desired } from '../resolve/desired.ts'
import type { Action } from './action.ts'
import { guards } from './guards/all.ts'
import { order } from './order.ts'
import type { Finding, Plan } from './plan-type.ts'
import { type Situation, situationOf } from './situation.ts'
import { planClientConfigs } from './steps/client-configs.ts'
import { planConfig } from './steps/config.ts'
import { planCreate, planPool } from './steps/create.ts'
import { planEtcd } from './steps/etcd.ts'
import { planFirstConfig } from './steps/first-config.ts'
import { planHardware } from './steps/hardware.ts'
import { planImages } from './steps/images.ts'
import { planIso } from './steps/iso.ts'
import { planKubernetes } from './steps/kubernetes.ts'
import { planRemoval } from './steps/removal.ts'
import { planSecrets } from './steps/secrets.ts'

/** One part of a plan each, in the order in which people read them. */
const STEPS: readonly ((situation: Situation) => readonly Action[])[] = [
  planSecrets,
  planPool,
  planImages,
  planCreate,
  planHardware,
  planFirstConfig,
  planEtcd,
  planKubernetes,
  planClientConfigs,
  planConfig,
  planIso,
  planRemoval,
]

/** What has to be done to make the world what the file says; pure, and the same for the same world. */
export function plan(desired: Desired, live: Live): Plan {
  const situation = situationOf(desired, live)
  const findings = guards.flatMap(({ code, level, check }) =>
    check(situation).map((finding): Finding => ({ code, level, ...finding })),
  )
  const isRefused = findings.some(({ level }) => level === 'refused')
  const actions = isRefused ? [] : order(STEPS.flatMap((step) => step(situation)))
  return { cluster: desired.name, actions, findings, later: isRefused ? [] : laterOf(situation) }
}

/** What can only be planned when more is known. */
function laterOf({ live, desired }: Situation): readonly string[] {
  if (live.etcd.state !== 'unknown') return []
  return [`etcd and Kubernetes of ${desired.name}, once its control planes answer`]
}
