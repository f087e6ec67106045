import type { Guard } from '../guard.ts'
import { addressAnswers } from './address-answers.ts'
import { addressTaken } from './address-taken.ts'
import { contractMismatch } from './contract-mismatch.ts'
import { cordoned } from './cordoned.ts'
import { endpointChanges } from './endpoint-changes.ts'
import { etcdDegraded } from './etcd-degraded.ts'
import { etcdLost } from './etcd-lost.ts'
import { guestInTheWay } from './guest-in-the-way.ts'
import { hostDown } from './host-down.ts'
import { imageDiffers } from './image-differs.ts'
import { lockedMachine } from './locked.ts'
import { manifestOwned } from './manifest-owned.ts'
import { manifestUnknown } from './manifest-unknown.ts'
import { memberHidden } from './member-hidden.ts'
import { needsReplacement } from './needs-replacement.ts'
import { noQuorum, quorumReturns } from './no-quorum.ts'
import { nodeOfAnotherCluster } from './node-of-another-cluster.ts'
import { protectedCluster } from './protected.ts'
import { quorumPauses } from './quorum-pauses.ts'
import { renumbered } from './renumbered.ts'
import { secretsMissing } from './secrets-missing.ts'
import { templateMissing } from './template-missing.ts'
import { tooFewControlPlanes } from './too-few-control-planes.ts'
import { versionDiffers } from './version-differs.ts'
import { vmidHidden } from './vmid-hidden.ts'

/** Everything that is looked at before anything is done. */
export const guards: readonly Guard[] = [
  secretsMissing,
  contractMismatch,
  guestInTheWay,
  vmidHidden,
  renumbered,
  addressTaken,
  nodeOfAnotherCluster,
  noQuorum,
  etcdLost,
  memberHidden,
  versionDiffers,
  tooFewControlPlanes,
  protectedCluster,
  templateMissing,
  lockedMachine,
  quorumReturns,
  hostDown,
  etcdDegraded,
  quorumPauses,
  needsReplacement,
  imageDiffers,
  addressAnswers,
  endpointChanges,
  cordoned,
  manifestOwned,
  manifestUnknown,
]
