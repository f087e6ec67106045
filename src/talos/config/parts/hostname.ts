import { has } from '../contract.ts'
import { document } from '../document.ts'
import { inMachine, type Part } from './part.ts'

/** Gives a machine a fixed host name. */
export const hostname: Part<string> = (name, contract) =>
  has(contract, 'hostnameDocument')
    ? [document('HostnameConfig', { auto: 'off', hostname: name })]
    : [inMachine({ network: { hostname: name } })]
