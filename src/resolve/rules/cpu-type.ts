import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** CPU types of Proxmox that are older than x86-64-v2. */
const tooOld = new Set(
  `486 pentium pentium2 pentium3 athlon phenom coreduo core2duo kvm32 kvm64 qemu32 qemu64
  Conroe Penryn Opteron_G1 Opteron_G2 Opteron_G3`.split(/\s+/),
)

/** Talos is built for x86-64-v2 and restarts for ever on anything older. */
export const cpuTypeTooOld = machineRule({
  code: 'cpu-type',
  severity: 'error',
  summary: 'the CPU type has the instructions of x86-64-v2',
  find: (machine) => {
    const { type } = machine.vm.cpu
    // Whoever passes its own -cpu to QEMU has chosen the instructions there.
    if (machine.image.arch !== 'amd64' || !tooOld.has(type) || machine.vm.raw.args?.includes('-cpu')) return undefined
    const message = `Talos does not start on CPU type ${type}: it is built for x86-64-v2`
    return { path: whereWritten(machine, 'vm.cpu'), message, hint: 'use host or x86-64-v2-AES' }
  },
})
