import { compact } from '../../document/value.ts'
import { has } from '../contract.ts'
import { document } from '../document.ts'
import { inMachine, type Part } from './part.ts'

/** Where names are looked up, and which domains are tried. */
export interface Resolvers {
  readonly nameservers?: readonly string[]
  readonly searchDomains?: readonly string[]
}

/** Sets name servers and search domains. */
export const resolvers: Part<Resolvers> = ({ nameservers, searchDomains }, contract) =>
  has(contract, 'resolverDocument')
    ? [
        document(
          'ResolverConfig',
          compact({
            nameservers: nameservers?.map((address) => ({ address })),
            searchDomains: searchDomains && { domains: searchDomains },
          }),
        ),
      ]
    : [inMachine({ network: compact({ nameservers, searchDomains }) })]
