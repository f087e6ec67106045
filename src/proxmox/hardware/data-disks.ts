import type { VmKeys } from '../observe/observed.ts'

const DATA = /^(?:(?:scsi|virtio|sata|ide)\d+|unused\d+)$/

/** The disks of a VM that somebody might miss, attached or not. */
export const dataDisks = (config: VmKeys): readonly string[] =>
  Object.entries(config).flatMap(([key, text]) => (DATA.test(key) && !text?.includes('media=cdrom') ? [key] : []))
