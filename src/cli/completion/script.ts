import type { Command } from '../command.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { commandWords } from './words.ts'
import { zshScript } from './zsh.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** The completion script of a shell for a table of commands. */
export function completionScript(shell: keyof typeof scripts, commands: readonly Command[]): string {
  return `${scripts[shell](commandWords(commands)).join('\n')}\n`
}
