import type { Live } from '../live/live.ts'
import type { Desired } from '../resolve/desired.ts'
import type { Action } from './action.ts'
import { guards } from './guards/all.ts'
import { laterOf } from './later.ts'
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
import { planManifests } from './steps/manifests.ts'
import { planOffers } from './steps/offers.ts'
import { planQuorum } from './steps/quorum.ts'
import { planRemoval } from './steps/removal.ts'
import { planSecrets } from './steps/secrets.ts'
import { planUncordon } from './steps/uncordon.ts'
import { takeTurns } from './turns.ts'

type Step = (situation: Situation) => readonly Action[]

/** One part of a plan each, in the order in which people read them. */
const STEPS: readonly Step[] = [
  planSecrets,
  planPool,
  planImages,
  planCreate,
  planHardware,
  planOffers,
  planFirstConfig,
  planEtcd,
  planKubernetes,
  planUncordon,
  planManifests,
  planClientConfigs,
  planConfig,
  planIso,
  planRemoval,
]

/** All that is done while etcd has no quorum. */
const WITHOUT_QUORUM: readonly Step[] = [planQuorum]

/** What a person has decided that no file can say. */
export interface PlanOptions {
  /** Names of members of etcd that are not well and have no machine any more: they are removed. */
  readonly removeMembers?: readonly string[]
}

/** What has to be done to make the world what the file says; pure, and the same for the same world. */
export function plan(desired: Desired, live: Live, { removeMembers }: PlanOptions = {}): Plan {
  const situation = situationOf(desired, live, removeMembers)
  const steps = situation.etcd === 'no-quorum' ? WITHOUT_QUORUM : STEPS
  const wanted = takeTurns(
    situation,
    steps.flatMap((step) => step(situation)),
  )
  const findings = guards.flatMap(({ code, level, check }) =>
    check(situation, wanted).map((finding): Finding => ({ code, level, ...finding })),
  )
  const { name: cluster } = desired
  if (findings.some(({ level }) => level === 'refused')) return { cluster, actions: [], findings, later: [] }
  return { cluster, actions: order(wanted), findings, later: laterOf(situation) }
}
