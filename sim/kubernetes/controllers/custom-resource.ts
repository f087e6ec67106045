import { timestamp } from '../api.ts'
import { objectAt, objectsAt, textAt } from '../json.ts'
import { DEFINITIONS, isEstablished } from '../resources/registry.ts'
import type { Controller } from './controller.ts'
import { setStatus, withCondition } from './write.ts'

const MANAGER = 'kube-apiserver'

/** Accepts the names of custom resource definitions and begins to serve them. */
export const customResourceController: Controller = {
  name: 'custom-resource-definitions',
  concerns: ({ resource, type, object }) =>
    resource === DEFINITIONS && type !== 'DELETED' ? [object.metadata.name] : [],
  reconcile(api, name) {
    const definition = api.store.get(DEFINITIONS, name)
    if (definition === undefined || isEstablished(definition)) return undefined
    const time = timestamp(api)
    const status = objectAt(definition, 'status')
    const stored = objectsAt(definition, 'spec', 'versions').filter((version) => version.storage === true)
    const named = {
      ...status,
      acceptedNames: objectAt(definition, 'spec', 'names'),
      storedVersions: stored.map((version) => textAt(version, 'name')),
      conditions: withCondition(
        status,
        { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' },
        time,
      ),
    }
    const established = {
      type: 'Established',
      status: 'True',
      reason: 'InitialNamesAccepted',
      message: 'the initial names have been accepted',
    }
    setStatus(api, MANAGER, DEFINITIONS, definition, { ...named, conditions: withCondition(named, established, time) })
    return undefined
  },
}
