import '../zod-without-jit.ts'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Desired } from '../../resolve/desired.ts'
import { resolve } from '../../resolve/resolve.ts'
import { readFailure } from '../../spec/files.ts'
import { loadText } from '../../spec/load.ts'
import { formatPath, type Path, type Problem } from '../../spec/problem.ts'
import { UserError } from '../../user-error.ts'
import { flagName } from '../flag.ts'
import { type Choices, choicePaths } from './choices.ts'
import { clusterText } from './cluster-text.ts'
import { ignoreSecrets } from './git-ignore.ts'

/** What was written. */
export interface Written {
  readonly desired: Desired
  readonly warnings: number
  /** Lines added to `.gitignore`; nothing where there is no git work tree. */
  readonly ignored: readonly string[] | undefined
}

/** Writes a cluster file for what was chosen, once it is known to be valid. */
export async function writeCluster(
  file: string,
  choices: Choices,
  { cwd, force }: { readonly cwd: string; readonly force: boolean },
): Promise<Written> {
  const text = clusterText(choices)
  const { desired, problems } = resolve(await loadText(text, file, { cwd }))
  if (desired === undefined) throw refused(problems)
  const target = path.resolve(cwd, file)
  await writeFile(target, text, { flag: force ? 'w' : 'wx' }).catch((error: unknown) => {
    throw unwritable(file, error)
  })
  return { desired, warnings: problems.length, ignored: await ignoreSecrets(path.dirname(target)) }
}

/** What is wrong with the file is said of the flag that put it there. */
function refused(problems: readonly Problem[]): UserError {
  const lines = problems
    .filter(({ severity }) => severity === 'error')
    .map(
      ({ path: at, message, hint }) =>
        `${flagAt(at) ?? formatPath(at)}: ${message}${hint === undefined ? '' : ` (${hint})`}`,
    )
  return new UserError('usage', lines.join('\n'), { hint: 'nothing was written' })
}

function flagAt(at: Path): string | undefined {
  const found = Object.entries(choicePaths).find(([, place]) => place.every((part, index) => at[index] === part))
  return found === undefined ? undefined : flagName(found[0])
}

function unwritable(file: string, error: unknown): UserError {
  const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
  if (exists)
    return new UserError('file-exists', `${file} is there already`, { hint: '--force writes over it', cause: error })
  return new UserError('file-unwritable', `${file} cannot be written: ${readFailure(error)}`, { cause: error })
}
