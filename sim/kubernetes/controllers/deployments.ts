import { type Api, timestamp } from '../api.ts'
import { type JsonObject, numberAt, objectAt } from '../json.ts'
import type { KubeObject } from '../object.ts'
import type { Controller } from './controller.ts'
import { templateHash } from './daemon-sets.ts'
import { ownedBy, ownerKeys, ownership } from './pods.ts'
import { change, make, setStatus, withCondition } from './write.ts'

const STORAGE = 'apps/deployments'
const SETS = 'apps/replicasets'
const MANAGER = 'kube-controller-manager'
const HASH = 'pod-template-hash'
const REVISION = 'deployment.kubernetes.io/revision'

/** Keeps a replica set for the template of each deployment, and lets older ones shrink as the new one becomes ready. */
export const deploymentController: Controller = {
  name: 'deployments',
  concerns(change_) {
    const { name, namespace } = change_.object.metadata
    if (change_.resource === STORAGE) return [`${namespace}/${name}`]
    return change_.resource === SETS ? ownerKeys(change_, 'Deployment') : []
  },
  reconcile(api, key) {
    const deployment = api.store.get(STORAGE, key)
    if (deployment === undefined || deployment.metadata.deletionTimestamp !== undefined) return undefined
    const hash = templateHash(deployment)
    const replicas = numberAt(deployment, 'spec', 'replicas') ?? 1
    const sets = ownedBy(api, SETS, deployment)
    const current =
      sets.find(({ metadata }) => metadata.labels?.[HASH] === hash) ??
      newSet(api, deployment, hash, replicas, sets.length + 1)
    scale(api, current, replicas)
    const isUp = (numberAt(current, 'status', 'readyReplicas') ?? 0) >= replicas
    for (const old of sets) if (old.metadata.uid !== current.metadata.uid && isUp) scale(api, old, 0)
    setStatus(api, MANAGER, STORAGE, deployment, statusOf(api, deployment, ownedBy(api, SETS, deployment), hash))
    return undefined
  },
}

function scale(api: Api, set: KubeObject, replicas: number): void {
  if (numberAt(set, 'spec', 'replicas') === replicas) return
  change(api, MANAGER, SETS, set, { ...set, spec: { ...objectAt(set, 'spec'), replicas } })
}

function newSet(api: Api, deployment: KubeObject, hash: string, replicas: number, revision: number): KubeObject {
  const { name, namespace } = deployment.metadata
  const template = objectAt(deployment, 'spec', 'template')
  const labels = { ...objectAt(template, 'metadata', 'labels'), [HASH]: hash }
  const selector = objectAt(deployment, 'spec', 'selector')
  return make(api, MANAGER, SETS, {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels,
      annotations: { [REVISION]: String(revision) },
      ownerReferences: [ownership(deployment)],
    },
    spec: {
      replicas,
      selector: { ...selector, matchLabels: { ...objectAt(selector, 'matchLabels'), [HASH]: hash } },
      template: { ...template, metadata: { ...objectAt(template, 'metadata'), labels } },
    },
  })
}

function statusOf(api: Api, deployment: KubeObject, sets: readonly KubeObject[], hash: string): JsonObject {
  const sum = (list: readonly KubeObject[], key: string) =>
    list.reduce((total, set) => total + (numberAt(set, 'status', key) ?? 0), 0)
  const updated = sets.filter(({ metadata }) => metadata.labels?.[HASH] === hash)
  const wanted = numberAt(deployment, 'spec', 'replicas') ?? 1
  const [replicas, ready, fresh] = [sum(sets, 'replicas'), sum(sets, 'readyReplicas'), sum(updated, 'replicas')]
  // A quarter may be missing unless told otherwise.
  const isAvailable = ready >= wanted - Math.floor(wanted / 4)
  const condition = isAvailable
    ? {
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      }
    : {
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      }
  const shown = {
    availableReplicas: ready,
    readyReplicas: ready,
    replicas,
    updatedReplicas: fresh,
    unavailableReplicas: Math.max(0, wanted - ready),
  }
  return {
    // Zeros are left out, as the genuine server does.
    ...Object.fromEntries(Object.entries(shown).filter(([, count]) => count > 0)),
    observedGeneration: deployment.metadata.generation ?? 1,
    conditions: withCondition(objectAt(deployment, 'status'), condition, timestamp(api)),
  }
}
