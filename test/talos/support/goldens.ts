import { contractOf } from '../../../src/talos/config/contract.ts'
import { generate } from '../../../src/talos/config/generate.ts'
import type { GenerateInput, Role } from '../../../src/talos/config/input.ts'
import { readDocuments } from '../../../src/talos/document/read.ts'
import type { Document } from '../../../src/talos/document/value.ts'
import { applyPatches, type Patch, readPatch } from '../../../src/talos/patch/patch.ts'
import type { SecretsBundle } from '../../../src/talos/secrets/bundle.ts'
import { parseSecrets } from '../../../src/talos/secrets/read.ts'
import { sharedText } from './talosctl-outputs.ts'

/** One run of the real talosctl. */
export interface GoldenCase {
  readonly id: string
  readonly family: string
  readonly talosVersion: string
  readonly dir: string
  readonly command: readonly string[]
  readonly outputs: readonly string[]
  readonly exit: number
  /** Exit codes of `talosctl validate` on the outputs, by `file:mode`. */
  readonly validate?: Readonly<Record<string, { readonly exit: number }>>
}

/** All recorded runs. */
export const goldenCases = (): readonly GoldenCase[] => JSON.parse(sharedText('goldens', 'manifest.json')).cases

/** The secrets bundle that all recorded configs were made with, read at a time when it was valid. */
export const goldenSecrets = (): SecretsBundle =>
  parseSecrets(sharedText('goldens', 'secrets.yaml'), { source: 'secrets.yaml', now: new Date('2026-11-15T12:00:00Z') })

const values = (command: readonly string[], flag: string): string[] =>
  command.flatMap((word, index) => (command[index - 1] === flag ? [word] : []))

/** What talosctl 1.14.1 installs unless told otherwise, whatever the contract. */
export const defaultImage =
  'factory.talos.dev/metal-installer/376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba:v1.14.1'

function inputOf({ command, talosVersion }: GoldenCase, role: Role, secrets: SecretsBundle): GenerateInput {
  const contract = contractOf(talosVersion)
  const [, , , clusterName = '', endpoint = ''] = command
  const mirrors = values(command, '--registry-mirror').map((mirror) => mirror.split('='))
  return {
    contract,
    role,
    clusterName,
    endpoint,
    secrets,
    kubernetesVersion: values(command, '--kubernetes-version')[0] ?? '',
    install: {
      disk: values(command, '--install-disk')[0] ?? '/dev/sda',
      image: values(command, '--install-image')[0] ?? defaultImage,
    },
    registryMirrors: Object.fromEntries(mirrors.map(([host = '', url = '']) => [host, [url]])),
    kubeSpan: command.includes('--with-kubespan'),
    discovery: !command.includes('--with-cluster-discovery=false'),
  }
}

const patchesOf = ({ command, dir }: GoldenCase, ...flags: readonly string[]): Patch[] =>
  flags.flatMap((flag) => values(command, flag).map((file) => readPatch(sharedText('goldens', dir, file.slice(1)))))

/** Makes what the recorded `talosctl gen config` made for a role; throws where it is refused. */
export function regenerate(golden: GoldenCase, role: Role, secrets: SecretsBundle): readonly Document[] {
  const own = role === 'controlplane' ? '--config-patch-control-plane' : '--config-patch-worker'
  return applyPatches(generate(inputOf(golden, role, secrets)), patchesOf(golden, '--config-patch', own))
}

/** Does what the recorded `talosctl machineconfig patch` did; throws where it is refused. */
export function repatch(golden: GoldenCase): readonly Document[] {
  const base = readDocuments(sharedText('goldens', golden.dir, 'base.yaml'))
  return applyPatches(base, patchesOf(golden, '--patch'))
}

/** The roles whose configs a recorded `gen config` wrote. */
export const rolesOf = ({ command }: GoldenCase): Role[] => {
  const types = values(command, '--output-types').join(',')
  return (['controlplane', 'worker'] as const).filter((role) => types.includes(role))
}

/** The documents that the real talosctl wrote. */
export const goldenDocuments = (golden: GoldenCase, file: string): Document[] =>
  readDocuments(sharedText('goldens', golden.dir, file))
