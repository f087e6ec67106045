import { ContainerDriver } from '../gen/common_pb.ts'
import { MachineService } from '../gen/machine/machine_pb.ts'
import { collect } from './collect.ts'
import type { StreamOptions, TalosNode } from './node.ts'

/** Which lines of a log. */
export interface LogOptions extends StreamOptions {
  /** Go on with what is written from now on. */
  readonly follow?: boolean
  /** How many of the last lines; all unless told otherwise. */
  readonly lines?: number
}

/** Reads the log of a Talos service such as `etcd` or `kubelet`, with secrets masked. */
export function readServiceLog(node: TalosNode, service: string, options: LogOptions = {}): AsyncGenerator<string> {
  const { follow = false, lines = -1 } = options
  const request = { namespace: 'system', id: service, driver: ContainerDriver.CONTAINERD, follow, tailLines: lines }
  return textLines(node, node.stream(MachineService.method.logs, request, patience(options)))
}

/** Reads the kernel log, with secrets masked. */
export function readKernelLog(node: TalosNode, options: Omit<LogOptions, 'lines'> = {}): AsyncGenerator<string> {
  const request = { follow: options.follow ?? false, tail: false }
  return textLines(node, node.stream(MachineService.method.dmesg, request, patience(options)))
}

/** Reads a file of a machine; for administrators only. */
export function readFile(node: TalosNode, path: string, options?: StreamOptions): Promise<Buffer> {
  return collect(node.stream(MachineService.method.read, { path }, options), path, 16 * 1024 * 1024)
}

/** Tells one boot of a machine from another. */
export async function readBootId(node: TalosNode, options?: StreamOptions): Promise<string> {
  return (await readFile(node, '/proc/sys/kernel/random/boot_id', options)).toString('utf8').trim()
}

// A followed log is silent as long as nothing happens.
const patience = (options: LogOptions): StreamOptions =>
  options.follow ? { silenceMs: undefined, ...options } : options

async function* textLines(
  node: TalosNode,
  pieces: AsyncIterable<{ readonly bytes: Uint8Array }>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const { bytes } of pieces) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield node.mask(line)
  }
  if (rest !== '') yield node.mask(rest)
}
