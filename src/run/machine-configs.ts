import type { Desired, Image, Machine } from '../resolve/desired.ts'
import type { Loaded } from '../spec/load.ts'
import type { Document } from '../talos/document/value.ts'
import type { SecretsBundle } from '../talos/secrets/bundle.ts'
import { UserError } from '../user-error.ts'
import type { Redaction } from '../world/redaction.ts'
import { renderCluster } from './render/render-cluster.ts'
import { readSecretValues } from './render/secret-values.ts'

/** What the configs of machines are made from during a run. */
export interface ConfigSource {
  readonly loaded: Loaded
  readonly desired: Desired
  readonly bundle: SecretsBundle
  readonly endpoint: string
  readonly schematic: (image: Image) => string
  /** The address that a machine was found to have, where the file does not decide it. */
  readonly learnt: (machine: Machine) => string | undefined
  readonly places: Parameters<typeof readSecretValues>[1]
  /** Told the passwords and passphrases that configs hold, so that nobody sees them. */
  readonly redaction: Pick<Redaction, 'add'>
}

/** The configs of machines by name; what Talos would refuse is refused here, before anything is sent. */
export async function machineConfigs(
  { places, redaction, ...source }: ConfigSource,
  machines: readonly Machine[],
): Promise<ReadonlyMap<string, readonly Document[]>> {
  const secrets = await readSecretValues(machines, places)
  redaction.add(secrets.all)
  const rendered = renderCluster({ ...source, secrets }, machines)
  for (const { machine, problems } of rendered) {
    const [error] = problems.filter(({ severity }) => severity === 'error')
    if (error === undefined) continue
    throw new UserError('machine-config', `the config of ${machine} cannot be sent: ${error.message}`, {
      hint: 'run `talmox validate`: it shows every problem with its place',
    })
  }
  return new Map(rendered.map(({ machine, documents }) => [machine, documents]))
}
