import { has } from '../contract.ts'
import { document } from '../document.ts'
import { inMachine, type Part } from './part.ts'

/** Moves the port of this machine at which any healthy API server is reached. */
export const kubePrismPort: Part<number> = (port, contract) =>
  has(contract, 'kubernetesDocuments')
    ? [document('KubePrismConfig', { port })]
    : [inMachine({ features: { kubePrism: { enabled: true, port } } })]
