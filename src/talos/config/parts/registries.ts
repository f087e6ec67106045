import { compact, type Document, type Mapping, mapping } from '../../document/value.ts'
import { has } from '../contract.ts'
import { named } from '../document.ts'
import { inMachine, type Part } from './part.ts'

/** Where images of a registry are fetched instead. */
export interface Mirror {
  readonly endpoints: readonly string[]
  /** The endpoints' own paths are complete: nothing is added to them. */
  readonly overridePath?: boolean
  /** Never ask the registry itself. */
  readonly skipFallback?: boolean
}

/** How a registry is spoken to. */
export interface RegistryAccess {
  readonly username?: string
  readonly password?: string
  readonly identityToken?: string
  /** PEM text of the authority that signed the registry's certificate. */
  readonly ca?: string
  readonly insecureSkipVerify?: boolean
}

/** Mirrors and access by registry host. */
export interface Registries {
  readonly mirrors?: Readonly<Record<string, Mirror>>
  readonly access?: Readonly<Record<string, RegistryAccess>>
}

const base64 = (text: string | undefined): string | undefined => text && Buffer.from(text).toString('base64')

const orNothing = (value: Mapping): Mapping | undefined => (Object.keys(value).length === 0 ? undefined : value)

const authOf = ({ username, password, identityToken }: RegistryAccess): Mapping | undefined =>
  orNothing(compact({ username, password, identityToken }))

function mirrorDocument([host, { endpoints, overridePath, skipFallback }]: readonly [string, Mirror]): Document {
  const urls = endpoints.map((url) => compact({ url, overridePath }))
  return named('RegistryMirrorConfig', host, compact({ endpoints: urls, skipFallback }))
}

function accessDocuments([host, access]: readonly [string, RegistryAccess]): Document[] {
  const auth = authOf(access)
  const tls = orNothing(compact({ ca: access.ca, insecureSkipVerify: access.insecureSkipVerify }))
  return [
    ...(auth === undefined ? [] : [named('RegistryAuthConfig', host, auth)]),
    ...(tls === undefined ? [] : [named('RegistryTLSConfig', host, tls)]),
  ]
}

function legacyAccess(access: RegistryAccess): Mapping {
  const tls = orNothing(compact({ ca: base64(access.ca), insecureSkipVerify: access.insecureSkipVerify }))
  return compact({ auth: authOf(access), tls })
}

/** Sets where images come from and how their registries are spoken to. */
export const registries: Part<Registries> = ({ mirrors = {}, access = {} }, contract) => {
  if (has(contract, 'registryDocuments')) {
    return [...Object.entries(mirrors).map(mirrorDocument), ...Object.entries(access).flatMap(accessDocuments)]
  }
  const section = {
    mirrors: mapping(Object.entries(mirrors).map(([host, mirror]) => [host, compact({ ...mirror })])),
    config: mapping(Object.entries(access).map(([host, one]) => [host, legacyAccess(one)])),
  }
  return [inMachine({ registries: section })]
}
