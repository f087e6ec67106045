/** Where talmox attaches its own drives: machines of arm64 (`virt`) have no IDE, and the last SCSI places are free. */
export const ownDrives = {
  amd64: { cloudInit: 'ide0', iso: 'ide2' },
  arm64: { cloudInit: 'scsi30', iso: 'scsi29' },
} as const
