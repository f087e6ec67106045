import type { Desired, Machine } from '../../resolve/desired.ts'
import type { QmConfig } from '../../spec/vm/option.ts'
import type { OwnershipRecord } from '../ownership/record.ts'
import { qmConfig } from '../qm-config.ts'

/** A machine as its VM should be. */
export interface WantedVm {
  readonly vmid: number
  /** Every key that talmox decides but the notes; new disks as `storage:GiB`. */
  readonly keys: QmConfig
  /** The key of the disk that Talos is on. */
  readonly bootDisk: string
  /** Whether that disk is made from an image or a template, and so cannot be made again empty. */
  readonly bootDiskIsFilled: boolean
  /** Notes that the file states. */
  readonly notes: string | undefined
  readonly record: OwnershipRecord
}

/** What a VM is made from and by: facts of its making that the record keeps. */
export interface Making {
  /** Id of the schematic of its image. */
  readonly schematic: string
  /** Version of this program. */
  readonly talmox: string
}

/** The VM that a machine should be. */
export function wantedVm(
  machine: Machine,
  { name, network, talos }: Pick<Desired, 'name' | 'network' | 'talos'>,
  { schematic, talmox }: Making,
): WantedVm {
  const { description, ...keys } = qmConfig(machine, network)
  const decided = Object.keys(keys)
  return {
    vmid: machine.vmid,
    keys,
    bootDisk: `${machine.vm.disk.bus}0`,
    bootDiskIsFilled: machine.image.source.mode !== 'iso',
    notes: description,
    record: {
      cluster: name,
      pool: machine.pool,
      index: machine.index,
      node: machine.name,
      contract: talos.contract,
      schematic,
      talmox,
      keys: description === undefined ? decided : [...decided, 'description'].sort(),
    },
  }
}
