import type { VmKeys } from '../observe/observed.ts'

/** The address that a VM was given through cloud-init. */
export const addressInConfig = ({ ipconfig0 }: VmKeys): string | undefined =>
  /\bip6?=([^/,]+)\//.exec(ipconfig0 ?? '')?.[1]
