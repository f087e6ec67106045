/** The image factory of a world. */
export interface Factory {
  /** Its address, such as `https://factory.talos.dev`. */
  readonly url: string
  /** Schematics that somebody made known, in their canonical form, by id. */
  schematics: Record<string, string>
  /** Bytes of an image by the extension of its file, such as `qcow2`, where they are not the ordinary ones. */
  readonly sizes: Readonly<Record<string, number>>
  /** Its certificate and key, made once. */
  certificate?: { readonly crt: string; readonly key: string }
}

/** The public factory, that nobody has asked for anything yet. */
export const publicFactory = (): Factory => ({ url: 'https://factory.talos.dev', schematics: {}, sizes: {} })
