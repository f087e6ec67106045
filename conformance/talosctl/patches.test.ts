import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { contractOf } from '../../src/talos/config/contract.ts'
import { generate } from '../../src/talos/config/generate.ts'
import { printDocuments } from '../../src/talos/document/print.ts'
import { readDocuments } from '../../src/talos/document/read.ts'
import type { Document } from '../../src/talos/document/value.ts'
import { applyPatches, readPatch } from '../../src/talos/patch/patch.ts'
import { createSecretsBundle } from '../../src/talos/secrets/create.ts'
import { parseSecrets } from '../../src/talos/secrets/read.ts'
import { formatSecrets } from '../../src/talos/secrets/write.ts'
import { run } from '../../test/cli/run.ts'
import { exampleNames } from '../../test/examples.ts'
import { section } from '../../test/talos/support/arbitrary.ts'
import {
  defaultImage,
  type GoldenCase,
  goldenCases,
  goldenSecrets,
  regenerate,
  repatch,
  rolesOf,
} from '../../test/talos/support/goldens.ts'
import { type Outcome, outcome } from '../../test/talos/support/outcome.ts'
import { hasSharedTalos, sharedTalos, warnWithoutSharedTalos } from '../../test/talos/support/talosctl-outputs.ts'
import { renderAll } from '../render-all.ts'
import { type Ended, programAt } from '../run-program.ts'
import { CLIENTS, isImpossible, TALOS } from './releases.ts'

warnWithoutSharedTalos()

const root = path.resolve(import.meta.dirname, '../..')
const examples = path.join(root, 'examples')
const cases = path.join(root, 'test/golden/talos/patch')
const now = new Date()
const bundle = await createSecretsBundle('v1.14', now)
const ROLES = ['controlplane', 'worker'] as const

/** Patches for any config: those of the tests, and those that an example has for all its machines. */
const PATCHES = [
  ...readdirSync(cases)
    .filter((name) => name.endsWith('.patch.yaml'))
    .map((name) => path.join(cases, name)),
  ...readdirSync(path.join(examples, 'patches'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => path.join(examples, 'patches', name)),
].map((file) => ({ name: path.relative(root, file), file }))

const NEWEST = Math.max(...CLIENTS.map(({ newest }) => newest))

// talosctl 1.13 refuses to delete a document that is not there, as Talos 1.14 and we do not.
const OF_THE_NEWEST = new Set(['patch/multi-doc-delete-named-without-name', 'patch/multi-doc-delete-missing'])

const machineAndCluster = fc.record({
  version: fc.constant('v1alpha1'),
  machine: section('MachineConfig', 1),
  cluster: section('ClusterConfig', 1),
})
const RANDOM = { count: 40, seed: 20261116 }

describe.each(CLIENTS)('talosctl $release', ({ newest, file }) => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'talmox-patches-'))
  afterAll(() => rmSync(scratch, { recursive: true }))
  const at = (name: string): string => path.join(scratch, name)
  const folder = (): string => mkdtempSync(at('run-'))
  const talosctl = programAt(file, { env: { HOME: scratch }, cwd: scratch })
  const secrets = at('secrets.yaml')
  writeFileSync(secrets, formatSecrets(bundle))
  const known = TALOS.filter(({ minor }) => minor <= newest)

  const said = ({ code, output, errors }: Ended, read: () => string): Outcome =>
    code === 0 ? { documents: readDocuments(read()) } : { refused: output + errors }

  /** What the genuine program and what we make of a config and patches. */
  const patchedByBoth = async (config: string, patches: readonly string[]) => {
    const base = path.join(folder(), 'base.yaml')
    writeFileSync(base, config)
    const flags = patches.flatMap((patch) => ['--patch', `@${patch}`])
    const ended = await talosctl.run('machineconfig', 'patch', base, ...flags)
    const texts = patches.map((patch) => readFileSync(patch, 'utf8'))
    return {
      theirs: said(ended, () => ended.output),
      ours: outcome(() => applyPatches(readDocuments(config), texts.map(readPatch))),
    }
  }

  describe.each(known)('and configs for Talos $version', ({ minor, ...talos }) => {
    const generated = async (patches: readonly string[], out: string) => {
      const flags = patches.flatMap((patch) => ['--config-patch', `@${patch}`])
      const version = ['--talos-version', talos.contract, '--kubernetes-version', talos.kubernetes]
      const image = ['--install-disk', '/dev/sda', '--install-image', 'example.invalid/installer:v1']
      const plain = ['--with-docs=false', '--with-examples=false', '--output', out]
      const cluster = ['demo', 'https://192.0.2.1:6443', '--with-secrets', secrets, ...flags]
      return talosctl.run('gen', 'config', ...cluster, ...version, ...image, ...plain)
    }

    const made = (role: (typeof ROLES)[number], patches: readonly string[]): Outcome =>
      outcome(() => {
        const documents = generate({
          contract: contractOf(talos.contract),
          role,
          clusterName: 'demo',
          endpoint: 'https://192.0.2.1:6443',
          kubernetesVersion: talos.kubernetes.replace(/^v/, ''),
          install: { disk: '/dev/sda', image: 'example.invalid/installer:v1' },
          secrets: bundle,
        })
        return applyPatches(
          documents,
          patches.map((patch) => readPatch(readFileSync(patch, 'utf8'))),
        )
      })

    test.concurrent.each(PATCHES)('gen config with $name is what we make', async (patch) => {
      const out = folder()
      const ended = await generated([patch.file], out)
      const ours = ROLES.map((role) => made(role, [patch.file]))
      const theirs = ROLES.map((role) => said(ended, () => readFileSync(path.join(out, `${role}.yaml`), 'utf8')))
      expectSame(ours, theirs)
    })

    const possible = exampleNames.filter((name) => !isImpossible(name, minor))
    test.concurrent.each(possible)('gen config with the patches of the example %s is what we make', async (name) => {
      const configs = await renderAll([path.join(examples, `${name}.yaml`)], { bundle, talos })
      const layers = new Map(configs.map(({ role, patches }) => [[role, ...patches].join(), { role, patches }]))
      for (const { role, patches } of layers.values()) {
        const out = folder()
        const ended = await generated(patches, out)
        expectSame([made(role, patches)], [said(ended, () => readFileSync(path.join(out, `${role}.yaml`), 'utf8'))])
      }
    })
  })

  const newestTalos = known.at(-1)
  test.concurrent.each(exampleNames)(
    'a config of each role of the example %s takes patches as we have it',
    async (name) => {
      const talos = known.findLast(({ minor }) => !isImpossible(name, minor)) ?? newestTalos
      if (talos === undefined) throw new Error('there is no Talos')
      const configs = await renderAll([path.join(examples, `${name}.yaml`)], { bundle, talos })
      const chosen = PATCHES.filter((_, at) => (at + exampleNames.indexOf(name)) % 3 === 0)
      for (const config of [configs.at(0), configs.at(-1)]) {
        for (const patch of chosen) {
          const { ours, theirs } = await patchedByBoth(config?.text ?? '', [patch.file])
          expectSame([ours], [theirs])
        }
      }
    },
  )

  const random = fc.sample(fc.tuple(machineAndCluster, machineAndCluster), { numRuns: RANDOM.count, seed: RANDOM.seed })
  // Random configs have keys that only the newest release knows.
  test.runIf(newest === NEWEST).concurrent.each(random.map((pair, at) => ({ number: at + 1, pair })))(
    'random patch $number of a random config gives what we make of it',
    async ({ pair: [base, change] }) => {
      const patch = path.join(folder(), 'patch.yaml')
      writeFileSync(patch, printDocuments([change]))
      const { ours, theirs } = await patchedByBoth(printDocuments([base]), [patch])
      expectSame([ours], [theirs])
    },
  )

  describe.runIf(hasSharedTalos)('run again as it was recorded', () => {
    cpSync(path.join(sharedTalos, 'goldens'), at('goldens'), { recursive: true })
    // The originals may be such that nobody can write beside them.
    for (const name of ['', ...readdirSync(at('goldens'), { recursive: true, encoding: 'utf8' })])
      chmodSync(path.join(at('goldens'), name), 0o700)
    const minorOf = (dir: string): number => Number(/^v1\.(\d+)/.exec(dir)?.[1] ?? 0)
    const isKnown = ({ id, dir }: GoldenCase): boolean =>
      minorOf(dir) <= newest && (newest === NEWEST || !OF_THE_NEWEST.has(id))
    const recorded = hasSharedTalos ? goldenCases().filter(isKnown) : []

    test.concurrent.each(recorded)('$id is what we make', async (golden) => {
      const [, ...args] = golden.command
      const isGenerated = args[0] === 'gen'
      // What is installed unless told otherwise is each release's own.
      const image = isGenerated && !args.includes('--install-image') ? ['--install-image', defaultImage] : []
      const cwd = at(path.join('goldens', golden.dir))
      for (const name of golden.outputs) rmSync(path.join(cwd, name), { force: true })
      const ended = await programAt(file, { env: { HOME: scratch }, cwd }).run(...args, ...image)
      const read = (name: string) => said(ended, () => readFileSync(path.join(cwd, name), 'utf8'))
      if (!isGenerated) return expectSame([outcome(() => repatch(golden))], [read('out.yaml')])
      const roles = rolesOf(golden)
      const ours = roles.map((role) => outcome(() => regenerate(golden, role, goldenSecrets())))
      expectSame(
        ours,
        roles.map((role) => read(`${role}.yaml`)),
      )
    })
  })

  test('its secrets go through talmox render, and come back from the config of a control plane', async () => {
    await talosctl.succeed('gen', 'secrets', '--force', '-o', 'theirs.yaml')
    cpSync(path.join(examples, 'homelab.yaml'), at('cluster.yaml'))
    const argv = ['render', '--secrets', 'theirs.yaml', '--show-secrets', '--out', 'rendered']
    expect(await run(argv, { cwd: scratch })).toMatchObject({ code: 0, stderr: '' })
    const config = path.join('rendered', 'homelab-cp-1.yaml')
    await talosctl.succeed('validate', '--strict', '--mode', 'cloud', '--config', config)
    const back = ['--from-controlplane-config', config, '--force', '-o', 'back.yaml']
    await talosctl.succeed('gen', 'secrets', ...back)
    const bundle = (name: string) => parseSecrets(readFileSync(at(name), 'utf8'), { source: name, now: new Date() })
    expect(bundle('back.yaml')).toEqual(bundle('theirs.yaml'))
  })
})

/** Both made the same, or both refused; what is said then is each one's own. */
function expectSame(ours: readonly Outcome[], theirs: readonly Outcome[]): void {
  expect(ours.map(comparable)).toEqual(theirs.map(comparable))
}

const comparable = (made: Outcome): readonly Document[] | 'refused' => ('refused' in made ? 'refused' : made.documents)
