import path from 'node:path'
import { clientConfigFiles } from '../../run/client-configs/write.ts'
import { fileWords } from '../cluster-file.ts'
import { ownCommand } from '../own-command.ts'
import { shellWord } from '../shell-word.ts'
import type { Work, WorkOptions } from './with-cluster.ts'

/** A line to try, and what it does. */
type Step = readonly [line: string, does: string]

/** Commands to look around a cluster that is up with, as they have to be typed here. */
export function nextSteps({ file, simulate }: WorkOptions, { desired, folder, session }: Work): readonly string[] {
  const { io, out } = session
  const world = simulate === false ? '' : simulate === true ? ' --simulate' : ` --simulate ${simulate}`
  const own = (words: string) => `${ownCommand(io)} ${words}${fileWords(file)}${world}`
  const files = clientConfigFiles(desired, folder)
  const near = (target: string) => shellWord(path.relative(io.cwd, target) || target)
  // What is simulated can be reached by this program only.
  const tools: readonly Step[] =
    simulate === false
      ? [
          [`kubectl --kubeconfig ${near(files.kubeconfig)} get nodes`, 'use Kubernetes'],
          [`talosctl --talosconfig ${near(files.talosconfig)} dashboard`, 'look at the machines'],
          [own('kubeconfig --merge'), 'make it your default cluster'],
        ]
      : []
  const steps: readonly Step[] = [
    ...tools,
    [own('status'), 'how it stands'],
    [own('outputs'), 'where everything is'],
    [`${ownCommand(io)} history last${fileWords(file)}`, 'what took how long'],
    ...(simulate === false ? [] : [[own('destroy'), 'take it away again'] as const]),
  ]
  const width = Math.max(...steps.map(([line]) => line.length))
  return steps.map(([line, does]) => `  ${line.padEnd(width)}  ${out.paint('dim', does)}`)
}
