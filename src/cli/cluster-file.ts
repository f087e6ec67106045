import { text } from './flag.ts'

/** The name of a cluster file when none is given. */
export const defaultFile = 'cluster.yaml'

/** The flag that names the cluster file. */
export const fileFlag = text('FILE', {
  short: 'f',
  about: 'the cluster file',
  otherwise: defaultFile,
  completes: 'file',
})

/** How a file is named in a command to try: not at all when it is the usual one. */
export function fileWords(file: string): string {
  return file === defaultFile ? '' : ` -f ${file}`
}
