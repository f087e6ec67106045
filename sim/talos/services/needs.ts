import { hasApiAuthority } from '../config/api-authority.ts'
import { isNetworkReady } from '../network/ready.ts'
import type { Node } from '../node.ts'
import { isUp } from './change.ts'

/** Something that a service waits for before it starts. */
export interface Need {
  /** How Talos names it. */
  readonly text: string
  readonly met: (node: Node) => boolean
}

const service = (id: string): Need => ({ text: `service "${id}" to be "up"`, met: (node) => isUp(node, id) })

/** Volumes are mounted together, when the data partition is. */
export const volumes = (...names: readonly string[]): Need => ({
  text: `volumes ${names.join(', ')} to be mounted`,
  met: ({ state }) => state.mounted,
})

/** Everything that services wait for. */
export const needs = {
  containerd: service('containerd'),
  cri: service('cri'),
  network: { text: 'network', met: isNetworkReady },
  // Simulated clocks are right once there is a network to ask.
  time: { text: 'time sync', met: isNetworkReady },
  apiCertificates: { text: 'api certificates', met: (node) => isNetworkReady(node) && hasApiAuthority(node) },
  agentChannel: {
    text: 'file "/dev/virtio-ports/org.qemu.guest_agent.0" to exist',
    met: ({ state }: Node) => state.hardware.hasAgentChannel,
  },
  etcdSpec: { text: 'etcd spec', met: isNetworkReady },
} satisfies Record<string, Need>
