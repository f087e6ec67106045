import { resolve } from '../../src/resolve/resolve.ts'
import type { FileContent } from '../../src/spec/files.ts'
import { loadText } from '../../src/spec/load.ts'
import { formatPath } from '../../src/spec/problem.ts'
import { type Changes, clusterText, type Seen } from './problems-of.ts'

/** A finding as tests compare it; `at` is the place in another file, where it has one. */
export type Found = Omit<Seen, 'code'> & { readonly at?: string }

/** What one rule finds in the base file with some changes, when the files it names hold these texts. */
export async function foundBy(
  code: string,
  changes: Changes,
  files: Readonly<Record<string, string>> = {},
): Promise<Found[]> {
  const loaded = await loadText(clusterText(changes), 'cluster.yaml')
  const given = Object.entries(files).map(([name, text]): [string, FileContent] => [name, { text }])
  const { problems } = resolve({ ...loaded, files: new Map([...loaded.files, ...given]) })
  return problems
    .filter((problem) => problem.code === code)
    .map(({ code: _, path, at, ...rest }) => ({
      ...rest,
      path: formatPath(path),
      ...(at === undefined ? {} : { at: `${at.file}:${at.line}:${at.column}` }),
    }))
}
