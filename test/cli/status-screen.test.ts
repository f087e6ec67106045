import { expect, test } from 'vitest'
import type { Printer } from '../../src/cli/printer.ts'
import type { MachineStatus, Status } from '../../src/cli/status/status.ts'
import { statusScreen } from '../../src/cli/status/status-screen.ts'
import { OK } from '../../src/talos/health/condition.ts'

const machine = (name: string): MachineStatus => ({
  name,
  role: 'worker',
  host: 'pve1',
  vmid: 3000,
  address: '192.168.1.221',
  power: 'running',
  talos: 'v1.12.4',
  stage: 'running',
  kubernetes: 'v1.35.0',
  ready: true,
})

const status: Status = {
  cluster: 'homelab',
  healthy: true,
  endpoint: 'https://192.168.1.210:6443',
  machines: Array.from({ length: 12 }, (_, index) => machine(`homelab-general-${index + 1}`)),
  conditions: [{ name: 'etcd-healthy', sentence: 'etcd is healthy', otherwise: 'etcd is not healthy', outcome: OK }],
  drift: { actions: 0, refused: 0, text: 'homelab: nothing to do.' },
  capacity: [],
  certificates: [],
}

const out: Printer = { print: () => undefined, paint: (_, text) => text, color: false, columns: 80 }
const at = new Date('2026-11-15T12:00:00Z')
const screen = (columns: number, rows: number) =>
  statusScreen(status, { at, everyMs: 5000, size: { columns, rows } }, out)

test('a status fits into whatever window it is watched in, and tables shed columns instead of being cut', () => {
  for (const columns of [20, 61, 80, 200]) {
    for (const rows of [2, 10, 40]) {
      const lines = screen(columns, rows)
      expect(lines.length).toBeLessThan(Math.max(3, rows))
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(columns)
    }
  }
  expect(screen(66, 40).join('\n')).not.toContain('…')
})

test('it says how old it is, how to end it, and what did not fit', () => {
  expect(screen(80, 40).at(-1)).toBe('Ctrl-C ends; looked at 12:00:00 UTC, again every 5 s')
  expect(screen(80, 8).at(-1)).toMatch(/again every 5 s, \d+ more lines below$/)
})
