/** A network card as the guest finds it. */
export interface GuestNic {
  readonly key: string
  readonly mac: string
  readonly model: string
  /** Absent for a card that only reaches the host itself. */
  readonly bridge?: string
  readonly tag?: number
  readonly linkDown: boolean
}

/** A disk or CD as the guest finds it. */
export interface GuestDisk {
  readonly key: string
  /** Identifier of the volume behind it; `none` for an empty CD drive. */
  readonly volume: string
  readonly isCdrom: boolean
  readonly sizeBytes: number
}

/** The hardware of a virtual machine at the moment it is switched on or something is plugged. */
export interface Hardware {
  readonly vmid: number
  readonly node: string
  readonly name: string
  readonly uuid: string
  /** The serial number in SMBIOS; absent where none was given. */
  readonly serial?: string
  readonly cpus: number
  readonly memoryBytes: number
  readonly nics: readonly GuestNic[]
  readonly disks: readonly GuestDisk[]
  /** Whether there is a channel through which a guest agent can be heard. */
  readonly hasAgentChannel: boolean
  /** Devices in the order in which the firmware tries them. */
  readonly bootOrder: readonly string[]
  /** Files on the cloud-init drive, or on a CD that somebody made like it; absent without one. */
  readonly cloudInit?: Readonly<Record<string, string>>
}

/** What the guest can do to its own machine. */
export interface Machine {
  /** The guest has shut down. */
  readonly halt: () => void
  /** The guest restarts itself; the machine keeps running. */
  readonly reboot: () => void
}

/** The answer of a guest agent: what it returns, or its own error. */
export type AgentAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly class: string; readonly desc: string } }

/** What runs inside a virtual machine; the hypervisor drives it through this and knows nothing else of it. */
export interface Guest {
  /** The machine has been switched on. */
  readonly powerOn: (hardware: Hardware, machine: Machine) => void
  /**
   * The machine has been on all along, and only the program that simulates it is new: goes on from where it was. A
   * guest that remembers nothing is switched on instead.
   */
  readonly resume?: (hardware: Hardware, machine: Machine) => void
  /** The power is gone. */
  readonly powerOff: () => void
  /** The machine and its disks are gone for good; only a guest that keeps something elsewhere has to know. */
  readonly discard?: () => void
  /** The reset button was pressed. */
  readonly reset: (hardware: Hardware) => void
  /** The power button was pressed: a guest that listens halts some time later. */
  readonly pressPowerButton: () => void
  /** Hardware has been added or changed while it runs. */
  readonly changeHardware: (hardware: Hardware) => void
  /** Asks to let go of a device; nobody may be there to do it. */
  readonly unplug: (key: string) => boolean
  /** Hands a command to the guest agent; undefined when none listens. */
  readonly agent: (command: string, args: Readonly<Record<string, unknown>>) => Promise<AgentAnswer | undefined>
}

/** Makes the guest of a virtual machine. */
export type GuestFactory = (vmid: number) => Guest
