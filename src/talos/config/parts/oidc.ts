import { compact } from '../../document/value.ts'
import { anonymousHealthChecks } from '../api-server-policies.ts'
import { has } from '../contract.ts'
import { document } from '../document.ts'
import { inCluster, type Part } from './part.ts'

/** Who vouches for people that use the Kubernetes API. */
export interface Oidc {
  readonly issuerUrl: string
  readonly clientId: string
  readonly usernameClaim?: string
  /** Put in front of user names, so that they cannot be mistaken for others. */
  readonly usernamePrefix?: string
  readonly groupsClaim?: string
  readonly groupsPrefix?: string
  /** Claims that a token must have. */
  readonly requiredClaims?: Readonly<Record<string, string>>
}

const argumentsOf = (oidc: Oidc): Readonly<Record<string, string>> => {
  const required = Object.entries(oidc.requiredClaims ?? {}).map(([claim, value]) => `${claim}=${value}`)
  const given = {
    'oidc-issuer-url': oidc.issuerUrl,
    'oidc-client-id': oidc.clientId,
    'oidc-username-claim': oidc.usernameClaim,
    'oidc-username-prefix': oidc.usernamePrefix,
    'oidc-groups-claim': oidc.groupsClaim,
    'oidc-groups-prefix': oidc.groupsPrefix,
    'oidc-required-claim': required.length === 0 ? undefined : required.join(','),
  }
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Kubernetes prefixes names other than mail addresses with the issuer unless told otherwise. */
const defaultPrefix = ({ issuerUrl, usernameClaim = 'sub' }: Oidc): string =>
  usernameClaim === 'email' ? '' : `${issuerUrl}#`

function jwt(oidc: Oidc) {
  const groups = oidc.groupsClaim && { claim: oidc.groupsClaim, prefix: oidc.groupsPrefix ?? '' }
  const rules = Object.entries(oidc.requiredClaims ?? {}).map(([claim, requiredValue]) => ({ claim, requiredValue }))
  return compact({
    issuer: { url: oidc.issuerUrl, audiences: [oidc.clientId] },
    claimMappings: compact({
      username: { claim: oidc.usernameClaim ?? 'sub', prefix: oidc.usernamePrefix ?? defaultPrefix(oidc) },
      groups,
    }),
    claimValidationRules: rules.length === 0 ? undefined : rules,
  })
}

/** Lets the API server accept tokens of an OpenID provider; for control planes. */
export const oidc: Part<Oidc> = (wish, contract) =>
  has(contract, 'kubernetesDocuments')
    ? [
        document('KubeAuthenticationConfig', {
          configuration: { anonymous: anonymousHealthChecks, jwt: [jwt(wish)] },
        }),
      ]
    : [inCluster({ apiServer: { extraArgs: argumentsOf(wish) } })]
