import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/commands/all.ts'
import { flagName } from '../../src/cli/flag.ts'
import { emptyFolder, run } from './run.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/** Whether a shell is here; says so on the console when it is not. */
function has(shell: string): boolean {
  const found = spawnSync(shell, ['-c', 'exit 0']).status === 0
  if (!found) console.warn(`SKIPPED: there is no ${shell} here, so its completion script is not tried`)
  return found
}

async function script(shell: string): Promise<string> {
  const file = path.join(emptyFolder(), `talmox.${shell}`)
  writeFileSync(file, (await run(['completion', shell])).stdout)
  return file
}

describe.each(shells)('the completion script for %s', (shell) => {
  test('knows every command and every flag', async () => {
    const { code, stdout } = await run(['completion', shell])
    expect(code).toBe(0)
    for (const { name, flags } of commands) {
      expect(stdout).toContain(name)
      for (const flag of Object.keys(flags)) expect(stdout).toContain(flagName(flag).slice(shell === 'fish' ? 2 : 0))
    }
    await expect(stdout).toMatchFileSnapshot(`../golden/cli/completion.${shell}`)
  })

  test.skipIf(!has(shell))('is one that the shell can read', async () => {
    const done = spawnSync(shell, ['-n', await script(shell)], { encoding: 'utf8' })
    expect(done).toMatchObject({ status: 0, stderr: '' })
  })
})

describe.skipIf(!has('bash'))('in bash', () => {
  /** What bash offers for the last of the words. */
  async function offered(...words: string[]): Promise<string[]> {
    const cwd = emptyFolder()
    writeFileSync(path.join(cwd, 'my lab.yaml'), '')
    const setUp = `source "$0"; COMP_WORDS=(talmox "$@"); COMP_CWORD=$#; _talmox; printf '%s\\n' "\${COMPREPLY[@]}"`
    const done = spawnSync('bash', ['-c', setUp, await script('bash'), ...words], { cwd, encoding: 'utf8' })
    expect(done.stderr).toBe('')
    return done.stdout.split('\n').filter((line) => line !== '')
  }

  test('commands are offered first', async () => {
    expect(await offered('')).toEqual(expect.arrayContaining(['init', 'validate', 'show', 'schema', 'completion']))
    expect(await offered('va')).toEqual(['validate'])
  })

  test('flags are offered after a dash', async () => {
    expect(await offered('show', '--o')).toEqual(['--origin'])
  })

  test('values are offered after their flag', async () => {
    expect(await offered('init', '--addressing', '')).toEqual(['static', 'dhcp', 'reserved'])
    expect(await offered('--color', 'n')).toEqual(['never'])
    expect(await offered('init', '--name', '')).toEqual([])
    // bash breaks --color=n into three words.
    expect(await offered('--color', '=', 'n')).toEqual(['never'])
    expect(await offered('show', '--color', '=')).toEqual(['auto', 'always', 'never'])
  })

  test('files are offered after -f, with spaces in their names', async () => {
    expect(await offered('validate', '-f', 'my')).toEqual(['my lab.yaml'])
  })

  test('arguments are offered where they are known', async () => {
    expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(await offered('help', 'v')).toEqual(['validate'])
  })
})

test('a shell that is not known is refused', async () => {
  expect(await run(['completion', 'fishh'])).toMatchObject({
    code: 1,
    stderr: 'error: SHELL must be one of bash, zsh, fish, not "fishh"\nhint: did you mean fish?\n',
  })
})
