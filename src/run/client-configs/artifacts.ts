import path from 'node:path'
import { readIfThere } from '../../files/read-if-there.ts'
import { writePrivate } from '../../files/write-private.ts'
import type { Desired, Machine } from '../../resolve/desired.ts'
import type { SecretsBundle } from '../../talos/secrets/bundle.ts'
import { formatSecrets } from '../../talos/secrets/write.ts'

/** What the files are made from that a cluster file may ask for beside the client configs. */
export interface ArtifactSource {
  readonly desired: Pick<Desired, 'artifacts' | 'machines'>
  /** The folder of the cluster file. */
  readonly folder: string
  readonly bundle: () => Promise<SecretsBundle>
  readonly machineConfig: (machine: Machine) => Promise<string>
}

/** Writes the machine configs and the secrets bundle, where the file asks for them. */
export async function writeArtifacts(source: ArtifactSource): Promise<void> {
  for (const [file, text] of await wantedArtifacts(source)) await writePrivate(file, text)
}

/** Whether all files that were asked for are there, as they would be written now. */
export async function artifactsFit(source: ArtifactSource): Promise<boolean> {
  const wanted = await wantedArtifacts(source)
  const fits = await Promise.all(wanted.map(async ([file, text]) => (await readIfThere(file)) === text))
  return fits.every((fit) => fit)
}

/** The files that were asked for, whether they are there or not. */
export function artifactFiles({ desired, folder }: Pick<ArtifactSource, 'desired' | 'folder'>): readonly string[] {
  const { machineConfigs, secrets } = desired.artifacts
  const inside = fileIn(desired, folder)
  return [
    ...(machineConfigs ? desired.machines.map(({ name }) => inside(`${name}.yaml`)) : []),
    ...(secrets ? [inside('secrets.yaml')] : []),
  ]
}

const fileIn =
  ({ artifacts }: ArtifactSource['desired'], folder: string) =>
  (name: string): string =>
    path.join(path.resolve(folder, artifacts.dir), name)

async function wantedArtifacts(source: ArtifactSource): Promise<readonly (readonly [file: string, text: string])[]> {
  const { desired, folder } = source
  const { machineConfigs, secrets } = desired.artifacts
  const inside = fileIn(desired, folder)
  const configs = machineConfigs
    ? desired.machines.map(
        async (machine) => [inside(`${machine.name}.yaml`), await source.machineConfig(machine)] as const,
      )
    : []
  const bundle = secrets ? [[inside('secrets.yaml'), formatSecrets(await source.bundle())] as const] : []
  return [...(await Promise.all(configs)), ...bundle]
}
