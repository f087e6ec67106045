import { create } from '@bufbuild/protobuf'
import { DurationSchema } from '@bufbuild/protobuf/wkt'
import { MachineService, ApplyConfigurationRequest_Mode as Mode } from '../gen/machine/machine_pb.ts'
import { single } from './answer.ts'
import type { CallOptions, TalosNode } from './node.ts'

const MODES = {
  /** The machine decides; since Talos 1.14 it never reboots by itself. */
  auto: Mode.AUTO,
  /** Refused when the change needs a reboot. */
  'no-reboot': Mode.NO_REBOOT,
  /** Refused since Talos 1.14. */
  reboot: Mode.REBOOT,
  /** Stored now, in force after the next reboot. */
  staged: Mode.STAGED,
  /** In force now, taken back after a while unless applied again. */
  try: Mode.TRY,
} as const

/** When a new machine config comes into force. */
export type ApplyMode = keyof typeof MODES

/** How to apply a machine config. */
export interface ApplyOptions extends CallOptions {
  readonly mode: ApplyMode
  /** Only say what would change. */
  readonly dryRun?: boolean
  /** When a try is taken back; a minute unless told otherwise. */
  readonly tryMs?: number
}

/** What a machine did with a config. */
export interface Applied {
  /** The mode that `auto` turned into. */
  readonly mode: ApplyMode
  readonly warnings: readonly string[]
  /** What the machine says about it, in a dry run with the difference; secrets are masked. */
  readonly details: string
}

/** Gives a machine its config. */
export async function applyConfig(node: TalosNode, config: string, options: ApplyOptions): Promise<Applied> {
  const { mode, dryRun = false, tryMs = 60_000 } = options
  const request = {
    data: Buffer.from(config, 'utf8'),
    mode: MODES[mode],
    dryRun,
    ...(mode === 'try' ? { tryModeTimeout: duration(tryMs) } : {}),
  }
  const answer = await node.unary(MachineService.method.applyConfiguration, request, { deadlineMs: 60_000, ...options })
  const applied = single(answer, 'ApplyConfiguration')
  return {
    mode: modeNamed(applied.mode) ?? mode,
    warnings: applied.warnings.map(node.mask),
    details: node.mask(applied.modeDetails),
  }
}

function modeNamed(value: Mode): ApplyMode | undefined {
  for (const [name, mode] of Object.entries(MODES)) if (mode === value && isMode(name)) return name
  return undefined
}

const isMode = (name: string): name is ApplyMode => name in MODES

function duration(milliseconds: number) {
  return create(DurationSchema, {
    seconds: BigInt(Math.floor(milliseconds / 1000)),
    nanos: (milliseconds % 1000) * 1_000_000,
  })
}
