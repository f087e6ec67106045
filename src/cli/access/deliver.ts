import os from 'node:os'
import path from 'node:path'
import type { OnConflict } from '../../files/client-config.ts'
import { readIfThere } from '../../files/read-if-there.ts'
import { createPrivate, writeBehindLink } from '../../files/write-private.ts'
import { UserError } from '../../user-error.ts'
import type { Session } from '../command.ts'

/** Where a client config goes. */
export interface DeliverOptions {
  readonly merge: boolean
  readonly force: boolean
  readonly out: string | undefined
}

/** A client config, and how it is merged into what a person already has. */
export interface ClientConfig {
  readonly text: string
  /** The file that a person usually keeps it in. */
  readonly usual: string
  readonly merge: (
    existing: string,
    options: { readonly source: string; readonly onConflict: OnConflict },
  ) => { readonly text: string; readonly context: string }
}

/** Prints a client config, writes it, or merges it into a person's own file. */
export async function deliver(config: ClientConfig, options: DeliverOptions, { io, out }: Session): Promise<void> {
  const { merge, force } = options
  if (merge) {
    const file = options.out === undefined ? config.usual : path.resolve(io.cwd, options.out)
    const onConflict = force ? 'overwrite' : 'renew'
    const { text, context } = config.merge((await readIfThere(file)) ?? '', { source: file, onConflict })
    await writeBehindLink(file, text)
    return out.print(`${file} has the context ${context}, and it is selected\n`)
  }
  if (options.out === undefined) return out.print(config.text)
  const file = path.resolve(io.cwd, options.out)
  if (force) await writeBehindLink(file, config.text)
  else if (!(await createPrivate(file, config.text))) throw taken(file)
  out.print(`wrote ${file}\n`)
}

/** A file below the home of the person who calls. */
export const inHome = (env: Session['io']['env'], ...parts: readonly string[]): string =>
  path.join(env.HOME ?? os.homedir(), ...parts)

function taken(file: string): UserError {
  return new UserError('file-exists', `${file} is there already`, {
    hint: 'add --merge to put the cluster into it, or --force to write over it',
  })
}
