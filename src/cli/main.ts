import { realWorld } from '../world/world.ts'
import { type Command, readFlags, type Session } from './command.ts'
import { commands } from './commands/all.ts'
import { type ExitCode, exitCodes } from './exit-code.ts'
import type { Io, Sink } from './io.ts'
import { type Printer, printer, type When } from './printer.ts'
import { commonFlags, program } from './program.ts'
import { reportError } from './report-error.ts'
import { openArea } from './screen/area.ts'

const defaultColumns = 80
const widestHelp = 100

/** Runs talmox with the words after its name, and says what it ends with; nothing is thrown, nothing is exited. */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = exitCodes.ok
  let session = sessionOf(io, 'auto')
  const parser = program({
    commands,
    io,
    style: (common) => {
      const { out } = sessionOf(io, readFlags(commonFlags, common).color ?? 'auto')
      return { paint: out.paint, columns: Math.min(out.columns ?? defaultColumns, widestHelp) }
    },
    run: async (command: Command, given, common) => {
      session = sessionOf(io, readFlags(commonFlags, common).color ?? 'auto')
      code = await command.run(given, session)
    },
  })
  try {
    await parser.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    return reportError(error, session)
  }
}

function sessionOf(io: Io, when: When): Session {
  const area = openArea(io.stdout, io.env)
  const beside = (sink: Sink): Sink =>
    area === undefined ? sink : { ...sink, write: (text) => area.above(sink, text) }
  const of = (sink: Sink): Printer => printer(beside(sink), io.env, when)
  return { io, out: of(io.stdout), err: of(io.stderr), area, world: io.world ?? realWorld, commands }
}
