import type { Action, ActionKind } from './action.ts'

/** What each kind of action does, as a phrase that its target follows. */
const TITLES: Readonly<Record<ActionKind, string>> = {
  'secrets.create': 'make the secrets of',
  'pool.create': 'make the Proxmox pool',
  'image.fetch': 'fetch the image',
  'template.prepare': 'prepare the template',
  'vm.create': 'make the virtual machine',
  'vm.configure': 'change the hardware of',
  'vm.start': 'start',
  'vm.restart': 'restart',
  'iso.detach': 'take the ISO out of',
  'config.offer': 'lay out the config for',
  'config.withdraw': 'clear away the config that was laid out for',
  'talos.maintenance': 'wait for Talos to answer on',
  'talos.apply': 'give its config to',
  'talos.configured': 'wait for the config to be in force on',
  'talos.config': 'change the config of',
  'etcd.bootstrap': 'begin etcd of',
  'etcd.remember': 'remember the healthy etcd of',
  'etcd.join': 'wait for etcd to take in',
  'kubernetes.api': 'wait for the Kubernetes API of',
  'kubernetes.ready': 'wait for the node to be ready:',
  'kubernetes.system': 'wait for kube-proxy and DNS of',
  'manifests.apply': 'apply the manifests of',
  'manifests.prune': 'delete what left the manifests of',
  'configs.write': 'write talosconfig and kubeconfig of',
  'node.uncordon': 'let pods onto',
  'node.drain': 'move what runs on it elsewhere:',
  'etcd.leave': 'take out of etcd:',
  'etcd.remove': 'remove the dead member of etcd',
  'node.delete': 'remove the Kubernetes node',
  'vm.stop': 'stop',
  'vm.delete': 'destroy',
  'etcd.forget': 'forget the etcd of',
  'pool.delete': 'remove the Proxmox pool',
  'template.delete': 'destroy the template',
  'image.delete': 'remove the image',
  'secrets.delete': 'delete the secrets of',
}

/** What an action does, in words. */
export const titleOf = ({ kind, target }: Pick<Action, 'kind' | 'target'>): string => `${TITLES[kind]} ${target}`

/** What a kind of action does, in words, where its target stands elsewhere. */
export const stepName = (kind: ActionKind): string => TITLES[kind].replace(/:$| (?:of|on|to|for|out of)$/, '')
