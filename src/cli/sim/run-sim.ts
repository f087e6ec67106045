import path from 'node:path'
import { resolve } from '../../resolve/resolve.ts'
import { loadSpec } from '../../spec/load.ts'
import { locateProblems } from '../../spec/locate.ts'
import type { Located } from '../../spec/problem.ts'
import { renderProblems } from '../../spec/render-problems.ts'
import { UserError } from '../../user-error.ts'
import type { Session } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'

/** What the flags of `talmox sim` say. */
export interface SimFlags {
  readonly speed: number | undefined
  readonly listen: string | undefined
  readonly control: number | undefined
  readonly state: string | undefined
  readonly record: string | undefined
}

/** Serves the world of a file until somebody stops it. */
export async function runSim(file: string, flags: SimFlags, session: Session): Promise<ExitCode> {
  const { io, out, err } = session
  const { beginning, problems } = await readBeginning(file, io.cwd)
  err.print(renderProblems(problems, { color: err.color, columns: err.columns }))
  if (beginning === undefined) return exitCodes.invalidSpec
  const { serveWorld } = await import('../../../sim/serve.ts')
  const at = (name: string | undefined) => (name === undefined ? undefined : path.resolve(io.cwd, name))
  const served = await serveWorld({
    beginning,
    speed: flags.speed ?? 1,
    state: at(flags.state),
    writer: `talmox ${io.version}`,
    record: at(flags.record),
    listen: parseListen(flags.listen),
    control: flags.control ?? 0,
    warn: (message) => err.print(`${err.paint(['bold', 'yellow'], 'warning:')} ${message}\n`),
  })
  const { report } = await import('./report.ts')
  out.print(report(served, flags.speed ?? 1))
  await Promise.race([served.control.ended, io.interrupted?.() ?? new Promise<never>(() => {})])
  served.close()
  out.print('stopped\n')
  return exitCodes.ok
}

type Beginning = import('../../../sim/begin.ts').Beginning

/** A file is that of a cluster when it says so, and that of a world otherwise. */
async function readBeginning(
  file: string,
  cwd: string,
): Promise<{ readonly beginning: Beginning | undefined; readonly problems: readonly Located[] }> {
  const loaded = await loadSpec(file, { cwd })
  const { value } = loaded.source
  const isCluster = typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Cluster'
  if (isCluster) {
    const { desired, problems } = resolve(loaded)
    const errors = locateProblems(loaded.source, problems).filter(({ severity }) => severity === 'error')
    return { beginning: desired && { cluster: desired }, problems: errors }
  }
  const { readWorldFile } = await import('../../../sim/world/read-world-file.ts')
  const { written, problems } = readWorldFile(loaded.source)
  return { beginning: written && { file: written }, problems }
}

function parseListen(written: string | undefined): { readonly address: string; readonly port: number } {
  if (written === undefined) return { address: '127.0.0.1', port: 0 }
  const [, address = '127.0.0.1', port = ''] = /^(?:(.+):)?(\d+)$/.exec(written) ?? []
  if (port !== '' && Number(port) < 65_536) return { address, port: Number(port) }
  throw new UserError('usage', `--listen must be PORT or ADDRESS:PORT, not ${JSON.stringify(written)}`)
}
