import { appendFile, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

/** What git must not see: the cluster's home, and the client configs made for people. */
export const secretFolders = ['.talmox/', 'talos/']

/** The lines that were added to the folder's `.gitignore`, or nothing where there is no git work tree. */
export async function ignoreSecrets(folder: string): Promise<readonly string[] | undefined> {
  const tree = await workTree(folder)
  if (tree === undefined) return undefined
  const known = new Set((await Promise.all(foldersBetween(tree, folder).map(ignored))).flat())
  const missing = secretFolders.filter((line) => !known.has(bare(line)))
  if (missing.length === 0) return []
  const file = path.join(folder, '.gitignore')
  const text = await readText(file)
  const start = text === '' || text.endsWith('\n') ? '' : '\n'
  await appendFile(file, `${start}${missing.join('\n')}\n`)
  return missing
}

/** The root of the work tree that a folder is in; `.git` is a file in worktrees and submodules. */
async function workTree(folder: string): Promise<string | undefined> {
  const here = await stat(path.join(folder, '.git')).catch(() => undefined)
  if (here !== undefined) return folder
  const parent = path.dirname(folder)
  return parent === folder ? undefined : workTree(parent)
}

function foldersBetween(tree: string, folder: string): string[] {
  return folder === tree ? [folder] : [folder, ...foldersBetween(tree, path.dirname(folder))]
}

async function ignored(folder: string): Promise<string[]> {
  const text = await readText(path.join(folder, '.gitignore'))
  return text.split(/\r?\n/).map(bare)
}

/** A pattern without the slashes that only say where and what it matches. */
function bare(line: string): string {
  return line.trim().replace(/^\//, '').replace(/\/$/, '')
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
}
