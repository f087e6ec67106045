import { compact } from '../../document/value.ts'
import { has } from '../contract.ts'
import { named } from '../document.ts'
import { inMachine, type Part } from './part.ts'

/** A kernel module to load at boot. */
export interface KernelModule {
  readonly name: string
  readonly parameters?: readonly string[]
}

/** Loads kernel modules. */
export const kernelModules: Part<readonly KernelModule[]> = (modules, contract) =>
  has(contract, 'kernelModuleDocuments')
    ? modules.map(({ name, parameters }) => named('KernelModuleConfig', name, compact({ parameters })))
    : [inMachine({ kernel: { modules: modules.map((module) => compact({ ...module })) } })]
