import { type ManifestObject, parseManifests } from '../kubernetes/manifests/parse.ts'
import type { Desired } from '../resolve/desired.ts'
import type { Files } from '../spec/files.ts'

/** The objects of the manifests that the cluster file holds or names as files; what machines fetch by address is theirs. */
export function fileManifests({ kubernetes }: Desired, files: Files): readonly ManifestObject[] {
  return kubernetes.manifests.flatMap(({ name, file, inline }, index) => {
    if (file === undefined)
      return inline === undefined ? [] : parseManifests(inline, `the manifest ${name ?? index + 1} of the file`)
    const content = files.get(file)
    if (content === undefined || 'missing' in content) throw new Error(`the file ${file} was not read`)
    return parseManifests(content.text, file)
  })
}
