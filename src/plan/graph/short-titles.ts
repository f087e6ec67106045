import type { Action, ActionKind } from '../action.ts'

/** What an action is called inside a small box, beside the name of its machine. */
export const SHORT_TITLES: Readonly<Record<ActionKind, string>> = {
  'secrets.create': 'secrets',
  'pool.create': 'Proxmox pool',
  'image.fetch': 'image',
  'template.prepare': 'template',
  'vm.create': 'make VM',
  'vm.configure': 'hardware',
  'vm.start': 'start',
  'vm.restart': 'restart',
  'iso.detach': 'take ISO out',
  'config.offer': 'lay out config',
  'config.withdraw': 'clear config away',
  'talos.maintenance': 'Talos answers',
  'talos.apply': 'first config',
  'talos.configured': 'config in force',
  'talos.config': 'change config',
  'etcd.bootstrap': 'begin etcd',
  'etcd.remember': 'remember etcd',
  'etcd.join': 'join etcd',
  'kubernetes.api': 'Kubernetes API',
  'kubernetes.ready': 'node ready',
  'kubernetes.system': 'proxy and DNS',
  'manifests.apply': 'manifests',
  'manifests.prune': 'old manifests',
  'configs.write': 'client configs',
  'node.uncordon': 'uncordon',
  'node.drain': 'drain',
  'etcd.leave': 'leave etcd',
  'etcd.remove': 'out of etcd',
  'node.delete': 'remove node',
  'vm.stop': 'stop',
  'vm.delete': 'destroy VM',
  'etcd.forget': 'forget etcd',
  'pool.delete': 'remove pool',
  'template.delete': 'destroy template',
  'image.delete': 'remove image',
  'secrets.delete': 'delete secrets',
}

const LONGEST = 17

/** What a box says: what is done, and where it is done once for each host. */
export function shortTitle({ kind, data }: Action): string {
  const title = SHORT_TITLES[kind]
  const text = 'host' in data && 'storage' in data ? `${title} ${data.host}` : title
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`
}
