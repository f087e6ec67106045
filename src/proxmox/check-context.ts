import type { Release } from './tables/types.ts'

/** What a check may have to know of the Proxmox it stands for. */
export interface CheckContext {
  readonly release?: Release
  /** Names of the custom CPU models that exist; when absent, any may. */
  readonly customCpuModels?: ReadonlySet<string>
}
