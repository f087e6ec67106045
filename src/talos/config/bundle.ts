/** A certificate and its key, each base64 of PEM text. */
export interface CertificateAndKey {
  readonly crt: string
  readonly key: string
}

/** What the generator needs of a parsed `secrets.yaml`. */
export interface SecretsBundle {
  readonly cluster: { readonly id: string; readonly secret: string }
  readonly secrets: {
    readonly bootstraptoken: string
    readonly secretboxencryptionsecret?: string
    readonly aescbcencryptionsecret?: string
  }
  readonly trustdinfo: { readonly token: string }
  readonly certs: {
    readonly etcd: CertificateAndKey
    readonly k8s: CertificateAndKey
    readonly k8saggregator: CertificateAndKey
    readonly k8sserviceaccount: { readonly key: string }
    readonly os: CertificateAndKey
  }
}

/** The PEM text inside a bundle's base64. */
export const pem = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8')
