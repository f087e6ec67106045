import { defaultFile, fileFlag } from '../cluster-file.ts'
import { command } from '../command.ts'
import { choice, toggle } from '../flag.ts'

/** `talmox history`: what was done to a cluster, and how long it took. */
export const history = command({
  name: 'history',
  group: 'Cluster',
  summary: 'show past runs, and what took how long',
  detail:
    'Lists what talmox has done to the cluster from this folder. With a run, or the word last, shows its steps as bars over time; --timeline svg draws them as a picture.',
  arguments: { run: { name: 'RUN', about: 'the beginning of its id, or last' } },
  flags: {
    file: fileFlag,
    json: toggle({ about: 'print one JSON document' }),
    timeline: choice('KIND', ['text', 'svg'], { about: 'draw a run, the last one unless named' }),
  },
  examples: [
    { line: 'talmox history', does: 'all runs, oldest first' },
    { line: 'talmox history last', does: 'the steps of the last run' },
    { line: 'talmox history last --timeline svg > up.svg', does: 'the same as a picture' },
  ],
  run: async ({ arguments: { run }, flags: { file = defaultFile, ...flags } }, session) => {
    const { showHistory } = await import('../history/show-history.ts')
    return showHistory({ file, run, ...flags }, session)
  },
})
