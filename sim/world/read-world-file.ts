import { locateProblems } from '../../src/spec/locate.ts'
import { nearest } from '../../src/spec/nearest.ts'
import type { Located, Path, Problem } from '../../src/spec/problem.ts'
import { bestBranch, type Issue, sentence, unionMessage } from '../../src/spec/shape-issue.ts'
import type { Source } from '../../src/spec/source.ts'
import { type WorldFile, worldFile } from './seed.ts'

/** A world's file as far as it can be understood, and what is wrong with it. */
export interface ReadWorld {
  readonly written: WorldFile | undefined
  readonly problems: readonly Located[]
}

/** Reads what a person wrote down of a world. */
export function readWorldFile(source: Source): ReadWorld {
  const failed = (problems: readonly Problem[]) => ({ written: undefined, problems: locateProblems(source, problems) })
  if (source.value === undefined) return failed(source.problems)
  const parsed = worldFile.safeParse(source.value)
  if (!parsed.success)
    return failed([...source.problems, ...parsed.error.issues.flatMap((issue) => toProblems(issue, []))])
  return { written: parsed.data, problems: locateProblems(source, source.problems) }
}

function toProblems(issue: Issue, above: Path): Problem[] {
  const path = [...above, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))]
  const wrong = (message: string): Problem[] => [{ code: 'world-file', severity: 'error', path, message }]
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key))
  if (issue.code !== 'invalid_union') return wrong(sentence(issue))
  return bestBranch(issue.errors)?.flatMap((inner) => toProblems(inner, path)) ?? wrong(unionMessage(issue))
}

function unknownKey(above: Path, key: string): Problem {
  const close = above.length === 0 ? nearest(key, Object.keys(worldFile.shape)) : undefined
  return {
    code: 'world-file',
    severity: 'error',
    path: [...above, key],
    on: 'key',
    message: `unknown key ${JSON.stringify(key)}`,
    hint: close === undefined ? 'docs/simulator.md tells what a world can have' : `did you mean ${close}?`,
  }
}
