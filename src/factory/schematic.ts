import type { Image } from '../resolve/desired.ts'

/** What an image is made of beyond Talos itself, as the image factory takes it. */
export interface Schematic {
  readonly overlay?: {
    readonly image: string
    readonly name: string
    readonly options?: Readonly<Record<string, unknown>> | undefined
  }
  readonly customization: {
    readonly extraKernelArgs?: readonly string[]
    readonly systemExtensions?: { readonly officialExtensions: readonly string[] }
  }
}

/** The schematic of an image. */
export function schematicOf({ overlay, kernelArgs, extensions }: Pick<Image, 'overlay' | 'kernelArgs' | 'extensions'>) {
  const schematic: Schematic = {
    ...(overlay === undefined ? {} : { overlay }),
    customization: {
      ...(kernelArgs.length === 0 ? {} : { extraKernelArgs: kernelArgs }),
      // The factory keeps the order it is given, and the order decides the id: its web page sorts, and so do we.
      ...(extensions.length === 0 ? {} : { systemExtensions: { officialExtensions: [...extensions].sort() } }),
    },
  }
  return schematic
}
