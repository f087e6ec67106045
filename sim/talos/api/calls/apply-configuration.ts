import type { MessageInitShape } from '@bufbuild/protobuf'
import { durationMs } from '@bufbuild/protobuf/wkt'
import type { HandlerContext } from '@connectrpc/connect'
import {
  type ApplyConfigurationRequest,
  type ApplyConfigurationResponseSchema,
  ApplyConfigurationRequest_Mode as Mode,
} from '../../../../src/talos/gen/machine/machine_pb.ts'
import { type ApplyMode, applyConfig } from '../../config/apply.ts'
import { changing } from '../target.ts'

const MODES: Readonly<Record<Mode, ApplyMode>> = {
  [Mode.REBOOT]: 'reboot',
  [Mode.AUTO]: 'auto',
  [Mode.NO_REBOOT]: 'no-reboot',
  [Mode.STAGED]: 'staged',
  [Mode.TRY]: 'try',
}

const WIRE: Readonly<Record<ApplyMode, Mode>> = {
  reboot: Mode.REBOOT,
  auto: Mode.AUTO,
  'no-reboot': Mode.NO_REBOOT,
  staged: Mode.STAGED,
  try: Mode.TRY,
}

const TRIAL_MILLISECONDS = 60_000

/** Takes a machine config. */
export function applyConfiguration(
  { data, mode, dryRun, tryModeTimeout }: ApplyConfigurationRequest,
  context: HandlerContext,
): MessageInitShape<typeof ApplyConfigurationResponseSchema> {
  const trialMs = tryModeTimeout === undefined ? 0 : durationMs(tryModeTimeout)
  const wish = {
    text: Buffer.from(data).toString('utf8'),
    mode: MODES[mode] ?? 'auto',
    dryRun,
    trialMs: trialMs > 0 ? trialMs : TRIAL_MILLISECONDS,
  }
  const outcome = changing(context, (node) => applyConfig(node, wish))
  return { messages: [{ mode: WIRE[outcome.mode], modeDetails: outcome.details }] }
}
