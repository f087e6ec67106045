import type { ActionKind } from '../plan/action.ts'
import { configsWrite } from './configs-write.ts'
import { configOffer } from './delivery/config-offer.ts'
import { configWithdraw } from './delivery/config-withdraw.ts'
import type { Handler } from './handler.ts'
import { kubernetesApi } from './kubernetes/kubernetes-api.ts'
import { kubernetesReady } from './kubernetes/kubernetes-ready.ts'
import { kubernetesSystem } from './kubernetes/kubernetes-system.ts'
import { manifestsApply } from './kubernetes/manifests-apply.ts'
import { manifestsPrune } from './kubernetes/manifests-prune.ts'
import { nodeDelete } from './kubernetes/node-delete.ts'
import { nodeDrain } from './kubernetes/node-drain.ts'
import { nodeUncordon } from './kubernetes/node-uncordon.ts'
import { imageDelete } from './proxmox/image-delete.ts'
import { imageFetch } from './proxmox/image-fetch.ts'
import { isoDetach } from './proxmox/iso-detach.ts'
import { poolCreate } from './proxmox/pool-create.ts'
import { poolDelete } from './proxmox/pool-delete.ts'
import { templateDelete } from './proxmox/template-delete.ts'
import { templatePrepare } from './proxmox/template-prepare.ts'
import { vmConfigure } from './proxmox/vm-configure.ts'
import { vmCreate } from './proxmox/vm-create.ts'
import { vmDelete } from './proxmox/vm-delete.ts'
import { vmRestart } from './proxmox/vm-restart.ts'
import { vmStart } from './proxmox/vm-start.ts'
import { vmStop } from './proxmox/vm-stop.ts'
import { secretsCreate } from './secrets-create.ts'
import { secretsDelete } from './secrets-delete.ts'
import { etcdBootstrap } from './talos/etcd-bootstrap.ts'
import { etcdForget } from './talos/etcd-forget.ts'
import { etcdJoin } from './talos/etcd-join.ts'
import { etcdLeave } from './talos/etcd-leave.ts'
import { etcdRemember } from './talos/etcd-remember.ts'
import { etcdRemove } from './talos/etcd-remove.ts'
import { talosApply } from './talos/talos-apply.ts'
import { talosConfig } from './talos/talos-config.ts'
import { talosConfigured } from './talos/talos-configured.ts'
import { talosMaintenance } from './talos/talos-maintenance.ts'

/** How each kind of action is carried out. */
export const handlers: { readonly [K in ActionKind]: Handler<K> } = {
  'secrets.create': secretsCreate,
  'pool.create': poolCreate,
  'image.fetch': imageFetch,
  'template.prepare': templatePrepare,
  'vm.create': vmCreate,
  'vm.configure': vmConfigure,
  'vm.start': vmStart,
  'vm.restart': vmRestart,
  'iso.detach': isoDetach,
  'config.offer': configOffer,
  'config.withdraw': configWithdraw,
  'talos.maintenance': talosMaintenance,
  'talos.apply': talosApply,
  'talos.configured': talosConfigured,
  'talos.config': talosConfig,
  'etcd.bootstrap': etcdBootstrap,
  'etcd.remember': etcdRemember,
  'etcd.join': etcdJoin,
  'kubernetes.api': kubernetesApi,
  'kubernetes.ready': kubernetesReady,
  'kubernetes.system': kubernetesSystem,
  'manifests.apply': manifestsApply,
  'manifests.prune': manifestsPrune,
  'configs.write': configsWrite,
  'node.uncordon': nodeUncordon,
  'node.drain': nodeDrain,
  'etcd.leave': etcdLeave,
  'etcd.remove': etcdRemove,
  'node.delete': nodeDelete,
  'vm.stop': vmStop,
  'vm.delete': vmDelete,
  'etcd.forget': etcdForget,
  'pool.delete': poolDelete,
  'template.delete': templateDelete,
  'image.delete': imageDelete,
  'secrets.delete': secretsDelete,
}
