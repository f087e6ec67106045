import type { Method } from '../../../src/proxmox/method.ts'
import type { Handler, Handlers, RestHandlers } from '../call.ts'
import { aclHandlers } from './access/acl.ts'
import { domainHandlers } from './access/domains.ts'
import { groupHandlers } from './access/groups.ts'
import { passwordHandlers } from './access/password.ts'
import { permissionsHandlers } from './access/permissions.ts'
import { roleHandlers } from './access/roles.ts'
import { secondFactorHandlers } from './access/second-factors.ts'
import { ticketHandlers } from './access/ticket.ts'
import { tokenHandlers } from './access/tokens.ts'
import { userHandlers } from './access/users.ts'
import { backupHandlers } from './backup/handlers.ts'
import { acmeHandlers } from './cluster/acme.ts'
import { clusterLogHandlers } from './cluster/logs.ts'
import { metricServerHandlers } from './cluster/metric-servers.ts'
import { optionHandlers } from './cluster/options.ts'
import { replicationHandlers } from './cluster/replication.ts'
import { resourceHandlers } from './cluster/resources.ts'
import { clusterConfigHandlers, clusterStatusHandlers } from './cluster/status.ts'
import { firewallHandlers } from './firewall/handlers.ts'
import { haHandlers } from './ha/handlers.ts'
import { indexHandler } from './indexes.ts'
import { lxcHandlers } from './lxc/handlers.ts'
import { mappingHandlers } from './mapping/mappings.ts'
import { allGuestsHandlers } from './nodes/all-guests.ts'
import { certificateHandlers } from './nodes/certificates.ts'
import { hardwareHandlers, moreHardwareHandlers } from './nodes/hardware.ts'
import { networkHandlers } from './nodes/network.ts'
import { nodeFileHandlers, nodeHandlers } from './nodes/nodes.ts'
import { rrdHandlers } from './nodes/rrd.ts'
import { taskHandlers } from './nodes/tasks.ts'
import { urlMetadataHandlers } from './nodes/url-metadata.ts'
import { poolHandlers } from './pools/pools.ts'
import { qemuHandlers } from './qemu/qemu.ts'
import { sdnHandlers } from './sdn/handlers.ts'
import { contentHandlers } from './storage/content.ts'
import { storageHandlers } from './storage/definitions.ts'
import { downloadHandlers } from './storage/download.ts'
import { nodeStorageHandlers } from './storage/node-storage.ts'
import { uploadHandlers } from './storage/upload.ts'
import { versionHandlers } from './version/version.ts'

/** Every area of the API that is simulated; one line per area. */
const areas: readonly (Handlers | RestHandlers)[] = [
  aclHandlers,
  acmeHandlers,
  allGuestsHandlers,
  backupHandlers,
  certificateHandlers,
  clusterConfigHandlers,
  clusterLogHandlers,
  clusterStatusHandlers,
  contentHandlers,
  domainHandlers,
  downloadHandlers,
  firewallHandlers,
  groupHandlers,
  haHandlers,
  hardwareHandlers,
  lxcHandlers,
  mappingHandlers,
  metricServerHandlers,
  moreHardwareHandlers,
  networkHandlers,
  nodeFileHandlers,
  nodeHandlers,
  nodeStorageHandlers,
  optionHandlers,
  passwordHandlers,
  permissionsHandlers,
  poolHandlers,
  replicationHandlers,
  qemuHandlers,
  resourceHandlers,
  roleHandlers,
  rrdHandlers,
  sdnHandlers,
  secondFactorHandlers,
  storageHandlers,
  taskHandlers,
  ticketHandlers,
  tokenHandlers,
  uploadHandlers,
  urlMetadataHandlers,
  userHandlers,
  versionHandlers,
]

const table: ReadonlyMap<string, Handler> = new Map(areas.flatMap((area) => Object.entries(area)))

/** The handler of a method; lists of fixed children need none of their own. */
export function handlerOf(method: Method): Handler | undefined {
  return table.get(`${method.verb} ${method.path}`) ?? (method.verb === 'GET' ? indexHandler(method) : undefined)
}
