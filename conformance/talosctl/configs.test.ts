import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { contractOf } from '../../src/talos/config/contract.ts'
import { generate } from '../../src/talos/config/generate.ts'
import { readDocuments } from '../../src/talos/document/read.ts'
import { createSecretsBundle } from '../../src/talos/secrets/create.ts'
import { parseSecrets } from '../../src/talos/secrets/read.ts'
import { formatSecrets } from '../../src/talos/secrets/write.ts'
import { exampleNames } from '../../test/examples.ts'
import { renderAll } from '../render-all.ts'
import { programAt } from '../run-program.ts'
import { CLIENTS, isImpossible, TALOS } from './releases.ts'

const root = path.resolve(import.meta.dirname, '../..')
const now = new Date()

describe.each(CLIENTS)('talosctl $release', ({ newest, file }) => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'talmox-configs-'))
  afterAll(() => rmSync(scratch, { recursive: true }))
  const talosctl = programAt(file, { env: { HOME: scratch }, cwd: scratch })
  const at = (name: string): string => path.join(scratch, name)
  const known = TALOS.filter(({ minor }) => minor <= newest)

  describe.each(known)('and configs for Talos $version', ({ minor, ...talos }) => {
    const possible = exampleNames.filter((name) => !isImpossible(name, minor))
    test.each(possible)('validate --strict takes every config of the example %s', async (name) => {
      const bundle = await createSecretsBundle(talos.contract, now)
      const configs = await renderAll([path.join(root, 'examples', `${name}.yaml`)], { bundle, talos })
      for (const [index, { machine, text }] of configs.entries()) {
        writeFileSync(at(`${machine}.yaml`), text)
        // What differs between the modes is the same for all machines of a cluster.
        for (const mode of index === 0 ? ['cloud', 'metal'] : ['cloud']) {
          await talosctl.succeed('validate', '--strict', '--mode', mode, '--config', `${machine}.yaml`)
        }
      }
      expect(configs.length).toBeGreaterThan(0)
    })

    /** Makes both configs with a bundle, as the genuine program does. */
    const generated = async (secrets: string) => {
      const version = ['--talos-version', talos.contract, '--kubernetes-version', talos.kubernetes]
      const image = ['--install-disk', '/dev/sda', '--install-image', 'example.invalid/installer:v1']
      const plain = ['--with-docs=false', '--with-examples=false', '--force', '--output', scratch]
      const cluster = ['demo', 'https://192.0.2.1:6443', '--with-secrets', secrets]
      await talosctl.succeed('gen', 'config', ...cluster, ...version, ...image, ...plain)
    }
    const expectSame = (secrets: string) => {
      for (const role of ['controlplane', 'worker'] as const) {
        const ours = generate({
          contract: contractOf(talos.contract),
          role,
          clusterName: 'demo',
          endpoint: 'https://192.0.2.1:6443',
          kubernetesVersion: talos.kubernetes.replace(/^v/, ''),
          install: { disk: '/dev/sda', image: 'example.invalid/installer:v1' },
          secrets: parseSecrets(readFileSync(secrets, 'utf8'), { source: secrets, now }),
        })
        expect(ours).toEqual(readDocuments(readFileSync(at(`${role}.yaml`), 'utf8')))
      }
    }

    test('its own secrets become the same configs here as there', async () => {
      await talosctl.succeed('gen', 'secrets', '--talos-version', talos.contract, '--force', '-o', at('secrets.yaml'))
      await generated(at('secrets.yaml'))
      expectSame(at('secrets.yaml'))
    })

    test('our secrets become the same configs there as here', async () => {
      writeFileSync(at('ours.yaml'), formatSecrets(await createSecretsBundle(talos.contract, now)))
      await generated(at('ours.yaml'))
      expectSame(at('ours.yaml'))
    })
  })
})
