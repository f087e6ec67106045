import { readFile } from 'node:fs/promises'
import { isErrno } from '../../files/errno.ts'
import { UserError } from '../../user-error.ts'

/** Where the age identity is found: a file as age-keygen writes it, an environment variable, or any other place. */
export type IdentitySource =
  | { readonly from: 'file'; readonly path: string }
  | { readonly from: 'variable'; readonly name: string; readonly value: string | undefined }
  | { readonly from: 'elsewhere'; readonly where: string; readonly read: () => Promise<string> }

/** Says where an identity comes from, for messages. */
export function describeIdentity(source: IdentitySource): string {
  if (source.from === 'file') return source.path
  return source.from === 'variable' ? `the environment variable ${source.name}` : source.where
}

async function readText(source: IdentitySource): Promise<string> {
  if (source.from === 'file') return await readIdentityFile(source.path)
  return source.from === 'variable' ? (source.value ?? '') : await source.read()
}

/** Reads the identities of a source; an identity itself never appears in a message. */
export async function readIdentities(source: IdentitySource): Promise<readonly string[]> {
  const text = await readText(source)
  const lines = text.split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (identities.length > 0 && identities.every((line) => /^AGE-SECRET-KEY-[A-Z0-9-]+$/i.test(line))) return identities
  throw new UserError('age-identity', `no age identity was found in ${describeIdentity(source)}`, {
    hint: 'it holds lines that start with AGE-SECRET-KEY-, as age-keygen writes them',
  })
}

async function readIdentityFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'EACCES', 'EISDIR')) throw error
    throw new UserError('age-identity', `the age identity file ${path} cannot be read`, {
      hint: 'give the path of the file that age-keygen wrote',
      cause: error,
    })
  }
}
