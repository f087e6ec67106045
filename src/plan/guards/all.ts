import type { Guard } from '../guard.ts'
import { contractMismatch } from './contract-mismatch.ts'
import { etcdLost } from './etcd-lost.ts'
import { guestInTheWay } from './guest-in-the-way.ts'
import { hostDown } from './host-down.ts'
import { lockedMachine } from './locked.ts'
import { needsReplacement } from './needs-replacement.ts'
import { noQuorum } from './no-quorum.ts'
import { nodeOfAnotherCluster } from './node-of-another-cluster.ts'
import { protectedCluster } from './protected.ts'
import { secretsMissing } from './secrets-missing.ts'
import { tooFewControlPlanes } from './too-few-control-planes.ts'
import { versionDiffers } from './version-differs.ts'

/** Everything that is looked at before anything is planned. */
export const guards: readonly Guard[] = [
  secretsMissing,
  contractMismatch,
  guestInTheWay,
  nodeOfAnotherCluster,
  noQuorum,
  etcdLost,
  versionDiffers,
  tooFewControlPlanes,
  protectedCluster,
  lockedMachine,
  hostDown,
  needsReplacement,
]
