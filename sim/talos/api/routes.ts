import type { ConnectRouter } from '@connectrpc/connect'
import { ClusterService } from '../../../src/talos/gen/cluster_pb.ts'
import { State } from '../../../src/talos/gen/cosi/state_pb.ts'
import { ImageService, LifecycleService } from '../../../src/talos/gen/machine/lifecycle_pb.ts'
import { MachineService } from '../../../src/talos/gen/machine/machine_pb.ts'
import { StorageService } from '../../../src/talos/gen/storage_pb.ts'
import { TimeService } from '../../../src/talos/gen/time_pb.ts'
import { adminCalls } from './calls/admin.ts'
import { applyConfiguration } from './calls/apply-configuration.ts'
import { bootstrap } from './calls/bootstrap.ts'
import { disks } from './calls/disks.ts'
import { etcdCalls } from './calls/etcd.ts'
import { events } from './calls/events.ts'
import { fileCalls } from './calls/files.ts'
import { clusterCalls } from './calls/health-check.ts'
import { imageCalls, oldImageCalls } from './calls/images.ts'
import { lifecycleCalls } from './calls/lifecycle.ts'
import { machineFacts } from './calls/machine-facts.ts'
import { netstatCalls } from './calls/netstat.ts'
import { powerCalls } from './calls/power.ts'
import { serviceList } from './calls/services.ts'
import { stateCalls } from './calls/state.ts'
import { streams } from './calls/streams.ts'
import { timeCalls } from './calls/time.ts'
import { blockDeviceWipe } from './calls/wipe.ts'
import { workloadCalls } from './calls/workloads.ts'

/** Everything that a machine answers. */
export function routes(router: ConnectRouter): void {
  router.service(MachineService, {
    applyConfiguration,
    bootstrap,
    events,
    serviceList,
    ...adminCalls,
    ...etcdCalls,
    ...fileCalls,
    ...machineFacts,
    ...netstatCalls,
    ...oldImageCalls,
    ...powerCalls,
    ...streams,
    ...workloadCalls,
  })
  router.service(ClusterService, clusterCalls)
  router.service(ImageService, imageCalls)
  router.service(LifecycleService, lifecycleCalls)
  router.service(State, stateCalls)
  router.service(StorageService, { disks, blockDeviceWipe })
  router.service(TimeService, timeCalls)
}
