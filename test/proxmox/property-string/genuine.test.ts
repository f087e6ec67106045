import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { equal } from '../../../src/proxmox/property-string/equal.ts'
import { parse } from '../../../src/proxmox/property-string/parse.ts'
import { printValues } from '../../../src/proxmox/property-string/print.ts'
import { validate } from '../../../src/proxmox/property-string/validate.ts'
import { findQemuKey } from '../../../src/proxmox/qemu-key.ts'
import type { FormatName } from '../../../src/proxmox/tables/formats.gen.ts'
import { hasSharedData, sharedData } from '../../shared-data.ts'
import { recordedScenarios } from '../recorded-requests.ts'

interface Found {
  readonly key: string
  readonly format: FormatName
  readonly text: string
}

function propertyStrings(config: object): readonly Found[] {
  return Object.entries(config).flatMap(([key, text]) => {
    const format = findQemuKey(key)?.key.propertyString
    return format !== undefined && typeof text === 'string' ? [{ key, format, text }] : []
  })
}

function recordedConfigs(): readonly Found[] {
  const steps = recordedScenarios().flatMap(([, scenario]) => scenario.steps ?? [])
  const reads = steps.filter((step) => step.method === 'GET' && /\/qemu\/[^/]+\/config/.test(step.path))
  return reads.flatMap(({ body }) => (typeof body?.data === 'object' && body.data ? propertyStrings(body.data) : []))
}

/** The captures are transcripts; a config in them is a JSON object on one line. */
function capturedConfigs(): readonly Found[] {
  const directory = path.join(sharedData, 'pve/wire-captures')
  const files = readdirSync(directory).filter((name) => name.endsWith('.txt'))
  const lines = files.flatMap((name) => readFileSync(path.join(directory, name), 'utf8').split('\n'))
  return lines.flatMap((line) => {
    const texts = [...line.matchAll(/"([a-z]+\d*)":"([^"\\]+)"/g)].map(([, key = '', text = '']) => [key, text])
    return line.includes('"digest"') ? propertyStrings(Object.fromEntries(texts)) : []
  })
}

test.skipIf(!hasSharedData('pve'))('every property string of a genuine config is read and written back alike', () => {
  const found = [...recordedConfigs(), ...capturedConfigs()]
  expect(new Set(found.map(({ format }) => format)).size).toBeGreaterThan(15)
  expect(found.length).toBeGreaterThan(500)
  for (const { key, format, text } of found) {
    const written = printValues(format, parse(format, text))
    expect(equal(format, written, text), `${key}: ${text} became ${written}`).toBe(true)
    const faults = text.includes('<') ? [] : validate(format, text)
    expect(faults, `${key}: ${text}`).toEqual([])
  }
})

test.skipIf(!hasSharedData('pve'))('drives and networks are written as Proxmox itself writes them', () => {
  const rewritten = recordedConfigs().filter(({ format }) => ['net', 'scsi', 'virtio', 'sata', 'ide'].includes(format))
  expect(rewritten.length).toBeGreaterThan(200)
  for (const { format, text } of rewritten) {
    // Limits given in bytes are stored in megabytes with three decimals; a number is written without them.
    const plain = text.replace(/(=\d+\.\d*?)0+(?=,|$)/g, '$1').replace(/\.(?=,|$)/g, '')
    expect(printValues(format, parse(format, text))).toBe(plain)
  }
})
