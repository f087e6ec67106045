import { createHash } from 'node:crypto'
import { ephemeral } from '../disk.ts'
import type { Node } from '../node.ts'
import { changeService } from '../services/change.ts'
import { beginCluster } from './begin.ts'
import { readSnapshot, restoreInto } from './snapshot.ts'

const DIGEST = 32

/** Begins a cluster from the snapshot that was uploaded; a bad one leaves data that nothing can start from. */
export function recoverCluster(node: Node, skipHashCheck: boolean): boolean {
  const data = ephemeral(node)
  if (data.snapshot === undefined) {
    return failed(node, 'error verifying snapshot: stat /var/lib/etcd.snapshot: no such file or directory')
  }
  const bytes = Buffer.from(data.snapshot, 'base64')
  const content = bytes.subarray(0, bytes.length - (bytes.length % 512 === DIGEST ? DIGEST : 0))
  const wanted = bytes.subarray(content.length)
  const found = createHash('sha256').update(content).digest()
  if (!skipHashCheck && !wanted.equals(found)) {
    data.etcd = 'broken'
    return failed(node, `error recovering from the snapshot: expected sha256 ${goBytes(wanted)}, got ${goBytes(found)}`)
  }
  const carried = readSnapshot(content)
  if (carried === undefined) {
    data.etcd = 'broken'
    return failed(node, 'error recovering from the snapshot: invalid database')
  }
  restoreInto(node, beginCluster(node), carried)
  return true
}

function failed(node: Node, why: string): false {
  changeService(node, 'etcd', 'Failed', `Failed to run pre stage: ${why}`)
  return false
}

const goBytes = (bytes: Buffer): string => `[${[...bytes].join(' ')}]`
