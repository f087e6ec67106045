import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stringify } from 'yaml'
import type { Desired } from '../../../src/resolve/desired.ts'
import { resolve } from '../../../src/resolve/resolve.ts'
import { offlineSchematic } from '../../../src/run/render/offline-schematic.ts'
import { renderCluster } from '../../../src/run/render/render-cluster.ts'
import { sameSecret } from '../../../src/run/render/secret-values.ts'
import { type Loaded, loadSpec } from '../../../src/spec/load.ts'
import { locateProblems } from '../../../src/spec/locate.ts'
import type { Problem } from '../../../src/spec/problem.ts'
import { nameOf } from '../../../src/talos/document/identity.ts'
import type { Document } from '../../../src/talos/document/value.ts'
import { placeholderSecret } from '../../../src/talos/render/placeholder.ts'
import type { Rendered } from '../../../src/talos/render/render.ts'
import { smallCluster } from '../../resolve/resolved.ts'
import { testOnlySecrets } from '../support/test-only.ts'

const endpoint = 'https://192.0.2.1:6443'

/** A cluster file and the files it names, by their names. */
export interface Written {
  readonly cluster: object
  readonly files?: Readonly<Record<string, string>>
}

/** A cluster file that was read and resolved, and the folder it is in. */
export interface World {
  readonly folder: string
  readonly loaded: Loaded
  readonly desired: Desired
}

/** Writes a cluster file with its files into a folder of its own, and resolves it; errors fail the test. */
export async function worldOf({ cluster, files = {} }: Written): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-render-'))
  for (const [name, text] of Object.entries({ ...files, 'cluster.yaml': stringify({ ...smallCluster, ...cluster }) })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const loaded = await loadSpec('cluster.yaml', { cwd: folder })
  const { desired, problems } = resolve(loaded)
  if (desired === undefined) throw new Error(problems.map(({ message }) => message).join('\n'))
  return { folder, loaded, desired }
}

/** Renders every machine of a cluster file. */
export async function renderAll(written: Written): Promise<Rendered[]> {
  const { loaded, desired } = await worldOf(written)
  const secrets = sameSecret(placeholderSecret)
  return renderCluster({ loaded, desired, bundle: testOnlySecrets, secrets, schematic: offlineSchematic, endpoint })
}

/** Renders one machine of a cluster file, by default the first. */
export async function renderOne(written: Written, name?: string): Promise<Rendered> {
  const rendered = await renderAll(written)
  const found = rendered.find(({ machine }) => name === undefined || machine === name)
  if (found === undefined)
    throw new Error(`no machine ${name} among ${rendered.map(({ machine }) => machine).join(', ')}`)
  return found
}

/** What is wrong with the configs of a cluster file, each as `place message`. */
export async function problemsOf(written: Written): Promise<string[]> {
  const { loaded, desired } = await worldOf(written)
  const secrets = sameSecret(placeholderSecret)
  const rendered = renderCluster({
    loaded,
    desired,
    bundle: testOnlySecrets,
    secrets,
    schematic: offlineSchematic,
    endpoint,
  })
  return [
    ...new Set(
      shown(
        loaded,
        rendered.flatMap(({ problems }) => problems),
      ),
    ),
  ]
}

/** Problems with their places. */
export function shown({ source }: Loaded, problems: readonly Problem[]): string[] {
  return locateProblems(source, problems).map(({ at, message }) => `${at.file}:${at.line}:${at.column} ${message}`)
}

/** A document of a config by the name that people call it; without one, that with `machine` and `cluster`. */
export function documentOf({ documents }: Pick<Rendered, 'documents'>, name = 'v1alpha1'): Document | undefined {
  return documents.find((document) => nameOf(document) === name)
}
