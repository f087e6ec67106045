import type { AgentAnswer } from '../guest/guest.ts'
import { bare } from './network/addresses.ts'
import type { Node } from './node.ts'
import { releaseOn } from './releases.ts'
import { requestSequence } from './sequence/run.ts'
import { isRunning } from './services/change.ts'
import { settle } from './settle.ts'

/** The service that the extension brings. */
export const AGENT_SERVICE = 'ext-qemu-guest-agent'

/** What the agent in the machine answers; nothing where none runs. */
export function askAgent(node: Node, command: string): AgentAnswer | undefined {
  if (!isRunning(node, AGENT_SERVICE)) return undefined
  const answer = COMMANDS[command]
  if (answer !== undefined) return { result: answer(node) }
  return { error: { class: 'CommandNotFound', desc: `The command ${command} has not been found` } }
}

const COMMANDS: Readonly<Record<string, (node: Node) => unknown>> = {
  'guest-ping': () => ({}),
  'guest-info': () => ({
    version: '10.0.2',
    supported_commands: Object.keys(COMMANDS).map((name) => ({ name, enabled: true, 'success-response': true })),
  }),
  'guest-get-host-name': ({ state }) => ({ 'host-name': state.network.hostname }),
  'guest-get-osinfo': ({ state }) => ({
    id: 'talos',
    name: 'Talos',
    'pretty-name': `Talos (${state.image?.version})`,
    'version-id': state.image?.version,
    'kernel-release': releaseOn({ state }).kernel,
    machine: state.image?.arch === 'arm64' ? 'aarch64' : 'x86_64',
  }),
  'guest-get-time': ({ talos }) => Math.floor(talos.clock.now()) * 1_000_000,
  'guest-get-timezone': () => ({ zone: 'UTC', offset: 0 }),
  'guest-get-users': () => [],
  'guest-get-vcpus': ({ state }) =>
    Array.from({ length: state.hardware.cpus }, (_, id) => ({ 'logical-id': id, online: true, 'can-offline': id > 0 })),
  'guest-get-fsinfo': () => [],
  'guest-network-get-interfaces': interfaces,
  'guest-shutdown'(node) {
    requestSequence(node, 'shutdown', '', { graceful: true })
    settle(node)
    return {}
  },
}

/** The loopback interface with the address of the host's own name server, and the cards. */
function interfaces({ state: { network } }: Node) {
  const loopback = {
    name: 'lo',
    'hardware-address': '00:00:00:00:00:00',
    'ip-addresses': ['127.0.0.1/8', '169.254.116.108/32', '::1/128'].map(address),
  }
  const cards = network.links.map(({ name, mac }) => ({
    name,
    'hardware-address': mac,
    'ip-addresses': network.addresses.filter(({ link }) => link === name).map(({ cidr }) => address(cidr)),
  }))
  return [loopback, ...cards]
}

const address = (cidr: string) => ({
  'ip-address': bare(cidr),
  'ip-address-type': cidr.includes(':') ? 'ipv6' : 'ipv4',
  prefix: Number(cidr.slice(cidr.indexOf('/') + 1)),
})
