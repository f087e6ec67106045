import type { Image } from '../../resolve/desired.ts'
import { UserError } from '../../user-error.ts'
import type { Check } from '../check.ts'
import { type Finding, fail, ok, orOk } from '../finding.ts'
import { downloadingMachines } from '../machines.ts'
import type { Patient } from '../patient.ts'

export const extensions: Check = {
  name: 'extensions',
  about: 'The image factory has the extensions and overlays that machines are to start with.',
  run: async (patient) => {
    const images = differentImages((await downloadingMachines(patient)).map(({ image }) => image))
    if (images.length === 0) return [ok('nothing is downloaded')]
    const found = (await Promise.all(images.map((image) => unknown(patient, image)))).flat()
    return orOk(found, `${patient.desired.talos.factory} has all that is asked for`)
  },
}

const differentImages = (images: readonly Image[]): readonly Image[] => [
  ...new Map(
    images.map((image) => [JSON.stringify([image.version, image.extensions, image.overlay]), image] as const),
  ).values(),
]

async function unknown({ requireImage }: Patient, image: Image): Promise<readonly Finding[]> {
  try {
    await requireImage(image)
    return []
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return [fail(error.message, error.hint)]
  }
}
