import type { ConnectRouter } from '@connectrpc/connect'
import { State } from '../../../src/talos/gen/cosi/state_pb.ts'
import { MachineService } from '../../../src/talos/gen/machine/machine_pb.ts'
import { StorageService } from '../../../src/talos/gen/storage_pb.ts'
import { applyConfiguration } from './calls/apply-configuration.ts'
import { bootstrap } from './calls/bootstrap.ts'
import { disks } from './calls/disks.ts'
import { etcdCalls } from './calls/etcd.ts'
import { events } from './calls/events.ts'
import { machineFacts } from './calls/machine-facts.ts'
import { serviceList } from './calls/services.ts'
import { stateCalls } from './calls/state.ts'

/** Everything that a machine answers. */
export function routes(router: ConnectRouter): void {
  router.service(MachineService, {
    applyConfiguration,
    bootstrap,
    events,
    serviceList,
    ...machineFacts,
    ...etcdCalls,
  })
  router.service(StorageService, { disks })
  router.service(State, stateCalls)
}
