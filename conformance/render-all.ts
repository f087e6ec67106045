import path from 'node:path'
import type { Desired } from '../src/resolve/desired.ts'
import { resolve } from '../src/resolve/resolve.ts'
import { offlineSchematic } from '../src/run/render/offline-schematic.ts'
import { renderCluster } from '../src/run/render/render-cluster.ts'
import { sameSecret } from '../src/run/render/secret-values.ts'
import { loadSpec } from '../src/spec/load.ts'
import { locateProblems } from '../src/spec/locate.ts'
import { renderProblems } from '../src/spec/render-problems.ts'
import { printDocuments } from '../src/talos/document/print.ts'
import type { SecretsBundle } from '../src/talos/secrets/bundle.ts'

/** A machine config as it would be sent; `talosctl validate` accepts it in the modes `metal` and `cloud`. */
export interface RenderedConfig {
  readonly example: string
  readonly machine: string
  readonly contract: string
  readonly text: string
  readonly role: 'controlplane' | 'worker'
  /** The files of patches that the machine has, in their order. */
  readonly patches: readonly string[]
}

/** What an example is rendered as: for the Talos it names, or for another one. */
export interface RenderAs {
  readonly bundle: SecretsBundle
  /** A Talos version other than that of the example, such as `v1.9.5`. */
  readonly talos?: { readonly version: string; readonly contract: string; readonly kubernetes: string }
}

/** The configs of every machine of every example; an example whose configs are wrong is an error that says why. */
export async function renderAll(examples: readonly string[], as: RenderAs): Promise<RenderedConfig[]> {
  return (await Promise.all(examples.map((example) => renderExample(example, as)))).flat()
}

async function renderExample(file: string, { bundle, talos }: RenderAs): Promise<RenderedConfig[]> {
  const loaded = await loadSpec(file)
  const { desired: written, problems } = resolve(loaded)
  if (written === undefined) throw new Error(renderProblems(locateProblems(loaded.source, problems), { color: false }))
  const desired = talos === undefined ? written : as(written, talos)
  const secrets = sameSecret('a-secret-of-the-test')
  const rendered = renderCluster({
    loaded,
    desired,
    bundle,
    secrets,
    schematic: offlineSchematic,
    endpoint: 'https://192.0.2.1:6443',
  })
  const wrong = rendered.flatMap((one) => one.problems)
  if (wrong.length > 0) throw new Error(renderProblems(locateProblems(loaded.source, wrong), { color: false }))
  const machines = new Map(desired.machines.map((machine) => [machine.name, machine]))
  return rendered.map(({ machine, documents }) => ({
    example: path.basename(file, '.yaml'),
    machine,
    contract: desired.talos.contract,
    text: printDocuments(documents),
    role: machines.get(machine)?.role ?? 'worker',
    patches: (machines.get(machine)?.talos.patches ?? []).flatMap(({ file: patch }) =>
      patch === undefined ? [] : [path.resolve(path.dirname(file), patch)],
    ),
  }))
}

function as(desired: Desired, { version, contract, kubernetes }: NonNullable<RenderAs['talos']>): Desired {
  return {
    ...desired,
    talos: { ...desired.talos, version, contract },
    kubernetes: { ...desired.kubernetes, version: kubernetes },
    machines: desired.machines.map((machine) => ({ ...machine, image: { ...machine.image, version } })),
  }
}
