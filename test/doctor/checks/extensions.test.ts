import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../shared-data.ts'
import { examined } from '../examined.ts'

/** A changed example, as seen from the folder of the examples. */
function changed(change: (text: string) => string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-extensions-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const examples = path.join(root, 'examples')
  const text = readFileSync(path.join(examples, 'homelab.yaml'), 'utf8')
  const file = path.join(folder, 'cluster.yaml')
  writeFileSync(file, change(text))
  return path.relative(examples, file)
}

test('an extension that the factory does not have for the version fails, with the one that was meant', async () => {
  const { failed, troubles, hints } = await examined('extensions', {
    file: changed((text) => text.replace('[iscsi-tools, ', '[iscsi-tool, ')),
  })
  expect(failed).toEqual(['extensions'])
  expect(troubles).toEqual([
    'the image factory https://factory.talos.dev has no extension siderolabs/iscsi-tool for Talos v1.12.4',
  ])
  expect(hints).toEqual(['write siderolabs/iscsi-tools instead of siderolabs/iscsi-tool'])
})

test('a factory that this computer does not reach is named once', async () => {
  const { failed, troubles } = await examined('extensions', { offline: true })
  expect(failed).toEqual(['extensions'])
  expect(troubles).toEqual([expect.stringContaining('cannot reach the image factory https://factory.talos.dev')])
})

test('where nothing is downloaded, nothing is asked', async () => {
  const given = 'image: { mode: template, template: { vmid: 998, prepare: false } }'
  const file = changed((text) => `${text}\n${given}\n`)
  const { status, failed } = await examined('extensions', { file, offline: true })
  expect({ status, failed }).toEqual({ status: 'ok', failed: ['templates'] })
})
