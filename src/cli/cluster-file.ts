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
