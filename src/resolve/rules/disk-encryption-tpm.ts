import { type Draft, whereWritten } from '../draft.ts'
import { type Finding, machineRule } from '../rule.ts'

/** A key in a TPM needs a TPM, of the version that Talos speaks to. */
export const diskEncryptionTpm = machineRule({
  code: 'disk-encryption-tpm',
  severity: 'error',
  summary: 'machines whose disks are encrypted by `tpm` have a TPM 2.0',
  find: (machine) => (['state', 'ephemeral'] as const).flatMap((partition) => faultOf(machine, partition)),
})

function faultOf(machine: Draft, partition: 'state' | 'ephemeral'): Finding[] {
  const { tpm } = machine.vm
  if (!machine.talos.diskEncryption[partition]?.includes('tpm')) return []
  const path = whereWritten(machine, `talos.diskEncryption.${partition}`)
  if (tpm === undefined)
    return [{ path, message: 'the key is to be kept in a TPM, but the machine has none', hint: 'add vm.tpm: {}' }]
  if (tpm.version !== 'v1.2') return []
  const message = 'Talos keeps keys in a TPM 2.0, this machine has 1.2'
  return [{ path: whereWritten(machine, 'vm.tpm.version'), message, hint: 'set vm.tpm.version: v2.0' }]
}
