import { command } from '../command.ts'
import { exitCodes } from '../exit-code.ts'
import { oneOf } from '../flag.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/** `talmox completion`: scripts that let a shell complete talmox. */
export const completion = command({
  name: 'completion',
  group: 'Setting up',
  summary: 'print a script that completes talmox in a shell',
  detail:
    'Prints a script that completes commands, options, their values and files. It is static: no program runs per key.',
  arguments: { shell: { name: 'SHELL', about: `one of ${shells.join(', ')}`, required: true, choices: shells } },
  flags: {},
  examples: [
    { line: 'source <(talmox completion bash)', does: 'for this shell; in ~/.bashrc, for all' },
    { line: 'talmox completion zsh > ~/.zfunc/_talmox', does: 'with ~/.zfunc in fpath before compinit' },
    { line: 'talmox completion fish > ~/.config/fish/completions/talmox.fish', does: 'for all shells from now on' },
  ],
  run: async ({ arguments: { shell } }, { out, commands }) => {
    const { completionScript } = await import('../completion/script.ts')
    out.print(completionScript(oneOf(shells, shell, 'SHELL'), commands))
    return exitCodes.ok
  },
})
