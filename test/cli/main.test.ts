import { cpSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/commands/all.ts'
import { main } from '../../src/cli/main.ts'
import { printer } from '../../src/cli/printer.ts'
import { reportError } from '../../src/cli/report-error.ts'
import { UserError } from '../../src/user-error.ts'
import { realWorld } from '../../src/world/world.ts'
import { emptyFolder, fakeIo, files, run } from './run.ts'

describe('help', () => {
  test('of talmox lists its commands by group', async () => {
    const { code, stdout, stderr } = await run(['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await expect(stdout).toMatchFileSnapshot('../golden/cli/help.txt')
  })

  test.each(commands.map(({ name }) => name))('of %s fits 80 columns and has examples', async (name) => {
    const { code, stdout } = await run([name, '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('Examples:')
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    await expect(stdout).toMatchFileSnapshot(`../golden/cli/help-${name}.txt`)
  })

  test('of a command is also what talmox help prints', async () => {
    expect(await run(['help', 'show'])).toEqual(await run(['show', '--help']))
    expect(await run(['help'])).toEqual(await run(['--help']))
  })

  test('is what talmox without a command ends with, as an error', async () => {
    const { code, stdout, stderr } = await run([])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe((await run(['--help'])).stdout)
  })

  test('uses a wide terminal, but not all of a very wide one', async () => {
    const widest = async (terminal: number) => {
      const { stdout } = await run(['init', '--help', '--color', 'never'], { terminal })
      return Math.max(...stdout.split('\n').map((line) => line.length))
    }
    expect(await widest(95)).toBeGreaterThan(80)
    expect(await widest(300)).toBeLessThanOrEqual(100)
  })
})

test('--version prints the version, among other flags too', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' })
  expect(await run(['--color', 'never', '-V'])).toMatchObject({ code: 0, stdout: '1.2.3\n' })
})

describe('what talmox does not understand', () => {
  test('is an unknown command, with the one that was probably meant', async () => {
    expect(await run(['valdate'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: unknown command "valdate"\nhint: did you mean validate?\n',
    })
  })

  test('is an unknown flag, with the one that was probably meant', async () => {
    expect(await run(['show', '--jsn'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: unknown option "--jsn"\nhint: did you mean --json?\n',
    })
  })

  test('is anything else, with where to look', async () => {
    const { code, stderr } = await run(['show', 'a', 'b'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: too many arguments.*\nhint: talmox show --help says what it takes\n$/)
  })

  test('is a file without its flag, for a command that takes no argument', async () => {
    const { code, stderr } = await run(['plan', 'homelab.yaml'])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^error: too many arguments.*\nhint: the cluster file is named with -f: talmox plan -f FILE\n$/,
    )
  })

  test('is a machine to show that is a file', async () => {
    expect(await run(['show', 'homelab.yaml'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: homelab.yaml is a file, and the argument of show is the name of a machine\nhint: talmox show -f homelab.yaml\n',
    })
  })

  test('is a missing argument', async () => {
    const { code, stderr } = await run(['completion'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: missing required argument "SHELL"\n/)
  })

  test('is a value that is none of the choices', async () => {
    expect(await run(['show', '--color', 'allways'])).toMatchObject({
      code: 1,
      stderr: 'error: --color must be one of auto, always, never, not "allways"\nhint: did you mean always?\n',
    })
  })
})

describe('a flag', () => {
  test('can be given by its environment variable', async () => {
    const { code, stdout } = await run(['validate'], { env: { TALMOX_FILE: 'homelab.yaml', TALMOX_JSON: '1' } })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ valid: true, problems: [] })
  })

  test('that gives something up for good has no variable', async () => {
    const { stderr } = await run(['destroy', '-f', 'nowhere.yaml'], {
      env: { TALMOX_SECRETS: 'all', TALMOX_IMAGES: 'all' },
    })
    expect(stderr).toContain('nowhere.yaml')
    expect(stderr).not.toContain('TALMOX_')
  })

  test('wins over its environment variable', async () => {
    const { stdout } = await run(['validate', '-f', 'homelab.yaml'], { env: { TALMOX_FILE: 'missing.yaml' } })
    expect(stdout).toMatch(/^homelab\.yaml is valid/)
  })

  test('is not given by an empty variable, nor by one that says no', async () => {
    const { stdout } = await run(['validate', '-f', 'homelab.yaml'], { env: { TALMOX_FILE: '', TALMOX_JSON: 'no' } })
    expect(stdout).toMatch(/^homelab\.yaml is valid/)
  })

  test('without value takes only yes or no from its variable, and names it', async () => {
    expect(await run(['validate'], { env: { TALMOX_JSON: 'maybe' } })).toMatchObject({
      code: 1,
      stderr: 'error: TALMOX_JSON must be true or false, not "maybe"\n',
    })
  })

  test('stands before or after the command when every command has it', async () => {
    const before = await run(['--color', 'always', 'validate', '-f', 'none.yaml'])
    const after = await run(['validate', '-f', 'none.yaml', '--color', 'always'])
    expect(before).toEqual(after)
    expect(before.stderr).toContain('\u001b[')
  })
})

describe('colour', () => {
  const colored = async (env: Record<string, string>, terminal?: number, ...flags: string[]) => {
    const { stderr } = await run(['validate', '-f', 'none.yaml', ...flags], {
      env,
      ...(terminal === undefined ? {} : { terminal }),
    })
    return stderr.includes('\u001b[')
  }

  test('is for terminals that know it', async () => {
    expect(await colored({}, 80)).toBe(true)
    expect(await colored({})).toBe(false)
    expect(await colored({ TERM: 'dumb' }, 80)).toBe(false)
  })

  test('is off with NO_COLOR, unless that is empty', async () => {
    expect(await colored({ NO_COLOR: '1' }, 80)).toBe(false)
    expect(await colored({ NO_COLOR: '' }, 80)).toBe(true)
  })

  test('is on with FORCE_COLOR, unless that is 0', async () => {
    expect(await colored({ FORCE_COLOR: '1' })).toBe(true)
    expect(await colored({ FORCE_COLOR: '0' }, 80)).toBe(false)
  })

  test('follows --color whatever the environment says', async () => {
    expect(await colored({ FORCE_COLOR: '1' }, 80, '--color', 'never')).toBe(false)
    expect(await colored({ NO_COLOR: '1' }, undefined, '--color', 'always')).toBe(true)
  })
})

describe('an error', () => {
  const report = (error: unknown) => {
    const { io, read } = fakeIo({})
    const out = printer(io.stdout, io.env, 'auto')
    const err = printer(io.stderr, io.env, 'auto')
    return { code: reportError(error, { io, out, err, world: realWorld, commands }), ...read() }
  }

  test('that a person can fix is two lines, without a stack', () => {
    expect(report(new UserError('x', 'the lid is closed', { hint: 'open it' }))).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: the lid is closed\nhint: open it\n',
    })
  })

  test('cannot steer the terminal', () => {
    expect(report(new UserError('x', 'a\u001b[2Jb')).stderr).toBe('error: a␛[2Jb\n')
  })

  test('of any other kind is a bug: its stack, the version, and the wish to be told', () => {
    const { code, stderr } = report(new TypeError('cannot read properties of undefined'))
    expect(code).toBe(1)
    expect(stderr).toMatch(/^TypeError: cannot read properties of undefined\n {4}at /)
    expect(stderr).toContain('bug: this is a mistake in talmox 1.2.3, not yours\n')
    expect(stderr).toMatch(/hint: please report it/)
  })

  test('that is not even an error is a bug too', () => {
    expect(report('boom').stderr).toMatch(/^boom\nbug: /)
  })
})

test('whoever breaks off a question ends the program, and that is no mistake', async () => {
  const cwd = emptyFolder()
  cpSync(path.join(files, 'homelab.yaml'), path.join(cwd, 'cluster.yaml'))
  const { io, read } = fakeIo({ cwd })
  const code = await main(['up', '--simulate', '--speed', '1000'], { ...io, ask: async () => undefined })
  expect({ code, stderr: read().stderr }).toEqual({ code: 130, stderr: '\nstopped\n' })
})
