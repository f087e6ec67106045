import { constants, type Stats } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readFailure } from '../../spec/files.ts'
import { UserError } from '../../user-error.ts'
import { entryAt } from './place-file.ts'

/** What git must not see: the cluster's home, and the client configs made for people. */
export const secretFolders = ['.talmox/', 'talos/']

/** Lines to add to a `.gitignore`. */
export interface IgnorePlan {
  readonly file: string
  readonly missing: readonly string[]
  /** Ends the last line that is there. */
  readonly start: string
}

/** Finds what is to be added to the folder's `.gitignore`; nothing where there is no git work tree. */
export async function planIgnored(folder: string): Promise<IgnorePlan | undefined> {
  const tree = await workTree(folder)
  if (tree === undefined) return undefined
  const file = path.join(folder, '.gitignore')
  const entry = await entryAt(file)
  if (entry !== undefined && !entry.isFile())
    throw new UserError('gitignore', `${file} is ${kindOf(entry)}, not a file`, {
      hint: 'remove it, or write the cluster file to another folder; nothing was written',
    })
  const above = await Promise.all(foldersAbove(tree, folder).map(async (each) => (await linesIn(each)).map(anywhere)))
  const text = await readText(file)
  const patterns = [...above.flat(), ...linesOf(text).map(here)]
  const missing = secretFolders.filter((line) => !isIgnored(line, patterns))
  return { file, missing, start: text === '' || text.endsWith('\n') ? '' : '\n' }
}

/** Adds what was planned, and says which lines that were. */
export async function addIgnored({ file, missing, start }: IgnorePlan): Promise<readonly string[]> {
  if (missing.length === 0) return []
  // Between the plan and now a link may have come.
  const flag = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW
  await writeFile(file, `${start}${missing.join('\n')}\n`, { flag }).catch((cause: unknown) => {
    throw new UserError('gitignore', `${file} cannot be written: ${readFailure(cause)}`, {
      hint: `the cluster file is there, but git does not ignore ${missing.join(' and ')}, which will hold secrets`,
      cause,
    })
  })
  return missing
}

/** The root of the work tree that a folder is in; `.git` is a file in worktrees and submodules. */
async function workTree(folder: string): Promise<string | undefined> {
  const found = await stat(path.join(folder, '.git')).catch(() => undefined)
  if (found !== undefined) return folder
  const parent = path.dirname(folder)
  return parent === folder ? undefined : workTree(parent)
}

/** The folders from the root of the tree down to the one above, in the order in which git lets later ones win. */
function foldersAbove(tree: string, folder: string): string[] {
  const parent = path.dirname(folder)
  return folder === tree ? [] : [...foldersAbove(tree, parent), parent]
}

/** A line of a `.gitignore`: the folder that it ignores, or `!` where it lets something be seen again. */
type Pattern = string

// Git follows no `.gitignore` that is a link.
async function linesIn(folder: string): Promise<string[]> {
  const file = path.join(folder, '.gitignore')
  return (await entryAt(file))?.isFile() ? linesOf(await readText(file)) : []
}

const linesOf = (text: string): string[] => text.split(/\r?\n/)

/** A pattern of a folder above: with a slash before its end it means a place in that folder, which is not ours. */
function anywhere(line: string): Pattern {
  return line.startsWith('!') ? '!' : line.replace(/ +$/, '').replace(/\/$/, '')
}

/** A pattern of the cluster file's own folder, where a leading slash changes nothing. */
function here(line: string): Pattern {
  return anywhere(line).replace(/^\//, '')
}

/** Whether a folder is ignored for sure; what a `!` means is not worked out, since a line too many does no harm. */
function isIgnored(line: string, patterns: readonly Pattern[]): boolean {
  return patterns.lastIndexOf(here(line)) > patterns.lastIndexOf('!')
}

async function readText(file: string): Promise<string> {
  if ((await entryAt(file)) === undefined) return ''
  return await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError('gitignore', `${file} cannot be read: ${readFailure(cause)}`, {
      hint: 'nothing was written',
      cause,
    })
  })
}

function kindOf(entry: Stats): string {
  if (entry.isSymbolicLink()) return 'a link'
  return entry.isDirectory() ? 'a folder' : 'a device'
}
