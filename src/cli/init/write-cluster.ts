import '../zod-without-jit.ts'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Desired } from '../../resolve/desired.ts'
import { resolve } from '../../resolve/resolve.ts'
import { readFailure } from '../../spec/files.ts'
import { loadText } from '../../spec/load.ts'
import { locateProblems } from '../../spec/locate.ts'
import { formatPath, type Located, type Path, type Problem } from '../../spec/problem.ts'
import { UserError } from '../../user-error.ts'
import { defaultFile } from '../cluster-file.ts'
import { flagName } from '../flag.ts'
import { type ChoiceProblem, checkChoices } from './check-choices.ts'
import { type Choices, choicePaths } from './choices.ts'
import { clusterText } from './cluster-text.ts'
import type { Found } from './found.ts'
import { addIgnored, planIgnored } from './git-ignore.ts'
import { createFile, NotRegular, replaceFile } from './place-file.ts'

/** What was written. */
export interface Written {
  readonly desired: Desired
  readonly warnings: readonly Located[]
  /** Lines added to `.gitignore`; nothing where there is no git work tree. */
  readonly ignored: readonly string[] | undefined
}

/** Writes a cluster file for what was chosen, once it is known to be valid. */
export async function writeCluster(
  file: string,
  choices: Choices,
  { cwd, force, found }: { readonly cwd: string; readonly force: boolean; readonly found?: Found | undefined },
): Promise<Written> {
  const text = clusterText(choices, found)
  const loaded = await loadText(text, file, { cwd })
  const { desired, problems } = resolve(loaded)
  const own = checkChoices(choices)
  if (desired === undefined || own.length > 0) throw refused(problems, own)
  const target = path.resolve(cwd, file)
  const plan = await planIgnored(path.dirname(target))
  await (force ? replaceFile : createFile)(target, text).catch(async (error: unknown) => {
    throw await unwritable(file, target, error)
  })
  const warnings = locateProblems(loaded.source, problems)
  return { desired, warnings, ignored: plan && (await addIgnored(plan)) }
}

/** What is wrong with the file is said of the flag that put it there, unless more can be said of the choice itself. */
function refused(problems: readonly Problem[], own: readonly ChoiceProblem[]): UserError {
  const ofChoices = own.map(({ choice, message }) => `${flagName(choice)}: ${message}`)
  const ofFile = problems
    .filter(({ severity, path: at }) => severity === 'error' && !own.some(({ choice }) => choice === choiceAt(at)))
    .map(({ path: at, message, hint }) => {
      const choice = choiceAt(at)
      const subject = choice === undefined ? formatPath(at) : flagName(choice)
      return `${subject}: ${message}${hint === undefined ? '' : ` (${hint})`}`
    })
  return new UserError('usage', [...ofChoices, ...ofFile].join('\n'), { hint: 'nothing was written' })
}

function choiceAt(at: Path): string | undefined {
  return Object.entries(choicePaths).find(([, place]) => place.every((part, index) => at[index] === part))?.[0]
}

async function unwritable(file: string, target: string, error: unknown): Promise<UserError> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const isFolder = (await stat(target).catch(() => undefined))?.isDirectory()
  if (isFolder)
    return new UserError('file-unwritable', `${file} is a folder`, {
      hint: `name the file: ${path.join(file, defaultFile)}`,
      cause: error,
    })
  if (error instanceof NotRegular)
    return new UserError('file-unwritable', `${file} is a link or a device, not a file`, {
      hint: 'name the file itself, or remove it',
      cause: error,
    })
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new UserError('file-unwritable', `${file} cannot be written: there is no folder ${path.dirname(file)}`, {
      cause: error,
    })
  if (code === 'EEXIST')
    return new UserError('file-exists', `${file} is there already`, { hint: '--force writes over it', cause: error })
  return new UserError('file-unwritable', `${file} cannot be written: ${readFailure(error)}`, { cause: error })
}
