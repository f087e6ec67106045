import type { RestHandlers } from '../../call.ts'

/** Accounts for certificates: a simulated datacenter has none, and making one is not simulated. */
export const acmeHandlers: RestHandlers = { 'GET /cluster/acme/account': () => [] }
