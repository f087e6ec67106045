import { systemDisk } from './disk.ts'
import type { Node } from './node.ts'

/** Files of a machine that somebody may want to read, by their paths. */
const FILES: Readonly<Record<string, (node: Node) => string | undefined>> = {
  '/proc/sys/kernel/random/boot_id': ({ state }) => `${state.boot}\n`,
  '/proc/cmdline': ({ state }) => `talos.platform=${state.image?.platform ?? ''} console=tty1 init_on_alloc=1\n`,
  '/proc/uptime': ({ state, talos }) => `${((talos.clock.now() - state.bootedAt) / 1000).toFixed(2)} 0.00\n`,
  '/etc/hostname': ({ state }) => `${state.network.hostname}\n`,
  '/etc/os-release': ({ state }) =>
    `NAME="Talos"\nID=talos\nVERSION_ID=${state.image?.version}\nPRETTY_NAME="Talos (${state.image?.version})"\n`,
  '/etc/resolv.conf': ({ state }) => state.network.nameservers.map((server) => `nameserver ${server}\n`).join(''),
  '/system/state/config.yaml': (node) => systemDisk(node)?.state?.config,
}

/** The content of a file; nothing where there is none. */
export const readFile = (node: Node, path: string): string | undefined => FILES[path]?.(node)
