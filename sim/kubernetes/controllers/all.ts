import { budgetController } from './budgets.ts'
import { certificateController } from './certificates.ts'
import type { Controller } from './controller.ts'
import { customResourceController } from './custom-resource.ts'
import { daemonSetController } from './daemon-sets.ts'
import { deploymentController } from './deployments.ts'
import { garbageCollector } from './garbage.ts'
import { jobController } from './jobs.ts'
import { kubelets } from './kubelets.ts'
import { lostPodController } from './lost-pods.ts'
import { namespaceController } from './namespaces.ts'
import { nodeController } from './nodes.ts'
import { registrationController } from './registrations.ts'
import { replicaSetController } from './replica-sets.ts'
import { scheduler } from './scheduler.ts'
import { serviceCidrController } from './service-cidrs.ts'

/** The control plane and the kubelets, in the order in which they look. */
export const CONTROLLERS: readonly Controller[] = [
  namespaceController,
  customResourceController,
  nodeController,
  deploymentController,
  replicaSetController,
  daemonSetController,
  jobController,
  scheduler,
  kubelets,
  budgetController,
  lostPodController,
  garbageCollector,
  certificateController,
  registrationController,
  serviceCidrController,
]
