import { expect, test } from 'vitest'
import { smallWorld, withWorld } from '../harness.ts'
import { make } from './qemu/tasks.ts'
import { accessRows } from './unseen/access.ts'
import { clusterRows } from './unseen/cluster.ts'
import { firewallRows } from './unseen/firewall.ts'
import { machinesRows } from './unseen/machines.ts'
import { answerTo, type Row } from './unseen/row.ts'
import { storageRows } from './unseen/storage.ts'

const graphics = { id: '0000:01:00.0', class: '0x030000', vendor: '0x10de', device: '0x1234', iommugroup: 1 }
const nodes = [{ name: 'pve1', pci: [graphics] }, 'pve2']

const areas: Readonly<Record<string, readonly Row[]>> = {
  'users, rights and pools': accessRows,
  'the cluster': clusterRows,
  firewalls: firewallRows,
  storages: storageRows,
  machines: machinesRows,
}

const cases = Object.entries(areas).flatMap(([about, rows]) =>
  (['9.2', '8.4'] as const).map((flavour) => ({ about, rows, flavour })),
)

test.each(cases)('what no recording has asked about $about is answered as $flavour would', ({ rows, flavour }) =>
  withWorld(
    async (running) => {
      await make(running, 100, { scsi0: 'local:1', net0: 'virtio,bridge=vmbr0' })
      const answers: [string, string][] = []
      for (const [request] of rows) answers.push([request, await answerTo(running, request)])
      const wanted = rows.map(([request, answer, onEight = answer]) => [request, flavour === '8.4' ? onEight : answer])
      expect(answers).toEqual(wanted)
    },
    { ...smallWorld, flavour, cluster: 'lab', nodes },
  ),
)
