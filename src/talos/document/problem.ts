import { formatPath, type Path, type Problem } from '../../spec/problem.ts'

/** One thing that is wrong with a machine config or a patch, with its place in one of the documents. */
export interface ConfigProblem extends Problem {
  /** The document, as people call it: `v1alpha1`, `LinkConfig/eth0`. */
  readonly document: string
  /** Its place among the documents, from zero. */
  readonly index: number
  /** The place of another document without which it would be none. */
  readonly against?: number
}

/** A problem before it is known which document it is in. */
export type Finding = Omit<Problem, 'severity'> & { readonly severity?: Problem['severity'] }

/** A finding that stops a config from being sent. */
export const finding = (code: string, path: Path, message: string, hint?: string): Finding =>
  hint === undefined ? { code, path, message } : { code, path, message, hint }

/** One line for a person: `LinkConfig/eth0: addresses[0].address: …`. */
export function formatConfigProblem({ document, path, message }: ConfigProblem): string {
  return path.length === 0 ? `${document}: ${message}` : `${document}: ${formatPath(path)}: ${message}`
}
