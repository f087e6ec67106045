import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { artifactsFit, writeArtifacts } from '../../../src/run/client-configs/artifacts.ts'
import { formatSecrets } from '../../../src/talos/secrets/write.ts'
import { exampleCluster } from '../../examples.ts'
import { testBundle } from '../../talos/support/bundle.ts'

async function sourceWith(artifacts: { readonly machineConfigs: boolean; readonly secrets: boolean }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-artifacts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { machines } = await exampleCluster('homelab')
  return {
    desired: { machines, artifacts: { dir: 'talos', ...artifacts } },
    folder,
    bundle: testBundle,
    machineConfig: async ({ name }: { readonly name: string }) => `# ${name}\n`,
  }
}

test('nothing with secrets is written unless the file asks for it', async () => {
  const source = await sourceWith({ machineConfigs: false, secrets: false })
  expect(await artifactsFit(source)).toBe(true)
  await writeArtifacts(source)
  expect(readdirSync(source.folder)).toEqual([])
})

test('machine configs and secrets are written for their owner alone, and again once they differ', async () => {
  const source = await sourceWith({ machineConfigs: true, secrets: true })
  expect(await artifactsFit(source)).toBe(false)
  await writeArtifacts(source)
  expect(await artifactsFit(source)).toBe(true)
  const file = (name: string) => path.join(source.folder, 'talos', name)
  expect(readFileSync(file('homelab-cp-1.yaml'), 'utf8')).toBe('# homelab-cp-1\n')
  expect(readFileSync(file('secrets.yaml'), 'utf8')).toBe(formatSecrets(await testBundle()))
  for (const name of readdirSync(path.join(source.folder, 'talos')))
    expect(statSync(file(name)).mode & 0o777).toBe(0o600)
  writeFileSync(file('homelab-cp-1.yaml'), 'stale')
  expect(await artifactsFit(source)).toBe(false)
})
