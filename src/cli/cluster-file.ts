import { UserError } from '../user-error.ts'
import { envName, text } from './flag.ts'
import type { Io } from './io.ts'
import { shellWord } from './shell-word.ts'

/** The name of a cluster file when none is given. */
export const defaultFile = 'cluster.yaml'

/** The flag that names the cluster file. */
export const fileFlag = text('FILE', {
  short: 'f',
  about: 'the cluster file',
  otherwise: defaultFile,
  completes: 'file',
})

/** The cluster file of a command that takes it with or without `-f`; a variable gives way to either. */
export function chosenFile(argument: string | undefined, flag: string | undefined, { env }: Pick<Io, 'env'>): string {
  const flagged = flag !== undefined && flag !== env[envName('file')]
  if (argument !== undefined && flagged && argument !== flag)
    throw new UserError('usage', `two files are named, ${argument} and ${flag}`, {
      hint: 'name one, with or without -f',
    })
  return argument ?? flag ?? defaultFile
}

/** How a file is named in a command to try: not at all when it is the usual one. */
export function fileWords(file: string): string {
  return file === defaultFile ? '' : ` -f ${shellWord(file)}`
}
