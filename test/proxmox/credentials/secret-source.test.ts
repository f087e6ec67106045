import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSecret } from '../../../src/proxmox/credentials/secret-source.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'talmox-secret-'))
  await mkdir(path.join(folder, 'home'))
})
afterAll(() => rm(folder, { recursive: true }))

function read(source: Parameters<typeof readSecret>[0], commandLimit = 60_000) {
  const warnings: string[] = []
  const env = { HOME: path.join(folder, 'home') }
  const log = { warn: (line: string) => warnings.push(line) }
  return { secret: readSecret(source, 'the API token', { env, folder, log, commandLimit }), warnings }
}

describe('a file', () => {
  test('is found beside the cluster file or in the home, and the white space around the secret is cut', async () => {
    await writeFile(path.join(folder, 'token'), '\n  the secret \r\n', { mode: 0o600 })
    await writeFile(path.join(folder, 'home/token'), 'at home\n', { mode: 0o600 })
    const { secret, warnings } = read({ file: 'token' })
    expect(await secret).toBe('the secret')
    expect(await read({ file: '~/token' }).secret).toBe('at home')
    expect(warnings).toEqual([])
  })
  test.skipIf(process.platform === 'win32')('that everybody can read is warned about', async () => {
    const file = path.join(folder, 'open')
    await writeFile(file, 'x')
    await chmod(file, 0o644)
    const { secret, warnings } = read({ file: 'open' })
    expect(await secret).toBe('x')
    expect(warnings).toEqual([`${file} can be read by every user of this machine: \`chmod 600\` it`])
  })
  test('that is missing, empty, a folder or huge is named', async () => {
    await writeFile(path.join(folder, 'empty'), ' \n')
    await writeFile(path.join(folder, 'huge'), 'x'.repeat(100_000))
    await expect(read({ file: 'nowhere' }).secret).rejects.toThrow(/^the API token: .*nowhere: no such file$/)
    await expect(read({ file: 'empty' }).secret).rejects.toThrow('the file empty holds nothing')
    await expect(read({ file: 'home' }).secret).rejects.toThrow('a folder, not a file')
    await expect(read({ file: 'huge' }).secret).rejects.toThrow('too large to be a secret')
  })
})

describe('a command', () => {
  const node = (script: string, ...args: string[]) => ({ command: [process.execPath, '-e', script, ...args] })

  test('is run beside the cluster file, without a shell, and what it prints is the secret', async () => {
    const script = 'console.log(process.argv[1] + " in " + require("path").basename(process.cwd()))'
    expect(await read(node(script, '$HOME; `id` *')).secret).toBe(`$HOME; \`id\` * in ${path.basename(folder)}`)
  })
  test('that fails shows its complaints, never what it printed', async () => {
    const script = 'console.log("half a secret"); console.error("store is \\u001b[31mlocked"); process.exit(3)'
    const error: unknown = await read(node(script)).secret.catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'secret-command',
      message: `the API token: the command ${process.execPath} ended with status 3`,
      hint: 'it said: store is ␛[31mlocked',
    })
    expect(JSON.stringify(error)).not.toContain('half a secret')
  })
  test('that does not end is ended', async () => {
    const script = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'
    await expect(read(node(script), 500).secret).rejects.toThrow('did not end within 0.5 s')
  })
  test('that does not exist, or prints nothing, is named', async () => {
    await expect(read({ command: ['no-such-program-here'] }).secret).rejects.toThrow(
      'the command no-such-program-here was not found',
    )
    await expect(read(node('0')).secret).rejects.toThrow('holds nothing')
  })
})
