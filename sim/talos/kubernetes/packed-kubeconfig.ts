import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { formatKubeconfig } from '../../../src/kubernetes/kubeconfig.ts'
import { issueKubernetesAdmin } from '../../../src/talos/certificates/client.ts'
import { machineConfig } from '../config/machine-config.ts'
import type { Node } from '../node.ts'

const BLOCK = 512

/** An administrator's kubeconfig in an archive, as Talos sends it: without the end that archives have. */
export async function packedKubeconfig(node: Node): Promise<Buffer> {
  const config = machineConfig(node)
  if (config === undefined) throw new Error('a machine without a config has no kubeconfig')
  const { clusterName: cluster, endpoint: server, kubernetesAuthority } = config
  const now = new Date(Math.min(node.talos.clock.now(), Date.now()))
  const client = await issueKubernetesAdmin(kubernetesAuthority, { now })
  const text = formatKubeconfig({ cluster, server, ca: kubernetesAuthority.crt, client })
  return promisify(gzip)(archived('kubeconfig', Buffer.from(text)))
}

function archived(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(content.length, 12), 124)
  header.write(octal(0, 12), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)])
}
