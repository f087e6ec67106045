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

/** Plain Talos, which every factory knows from the start. */
const PLAIN = {
  '376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba': 'customization: {}\n',
}

/** A factory that nobody has asked for anything yet; the public one unless told. */
export const newFactory = (url = 'https://factory.talos.dev', sizes: Factory['sizes'] = {}): Factory => ({
  url,
  schematics: { ...PLAIN },
  sizes,
})
