import { has } from '../contract.ts'
import { document } from '../document.ts'
import { inMachine, type Part } from './part.ts'

/** Sets kernel parameters. */
export const sysctls: Part<Readonly<Record<string, string>>> = (params, contract) =>
  has(contract, 'sysctlDocument') ? [document('SysctlConfig', { params })] : [inMachine({ sysctls: params })]
