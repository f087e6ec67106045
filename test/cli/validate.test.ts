import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { columns } from '../../src/spec/visible-text.ts'
import { emptyFolder, run } from './run.ts'

const valid = [
  'apiVersion: talmox.dev/v1alpha1',
  'kind: Cluster',
  'name: lab',
  'network: { cidr: 10.0.0.0/24, gateway: 10.0.0.1, vip: 10.0.0.9 }',
  'talos: { version: v1.12.4 }',
]

function folderWith(lines: readonly string[]): string {
  const folder = emptyFolder()
  writeFileSync(path.join(folder, 'cluster.yaml'), lines.join('\n'))
  return folder
}

describe('talmox validate', () => {
  test('says in one line that the example is valid', async () => {
    expect(await run(['validate', '-f', 'homelab.yaml'])).toEqual({
      code: 0,
      stdout: 'homelab.yaml is valid: 6 machines on 3 hosts\n',
      stderr: '',
    })
  })

  test('shows errors with their place on stderr and ends with 3', async () => {
    const cwd = folderWith([...valid, 'controlPlane: { coers: 4 }', ''])
    const { code, stdout, stderr } = await run(['validate'], { cwd })
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain('cluster.yaml:6:17 error controlPlane.coers: unknown key "coers"')
    expect(stderr).toContain('hint: did you mean cores?')
    expect(stderr).toContain('1 error in cluster.yaml')
  })

  test('shows warnings, counts them, and ends with 0', async () => {
    const cwd = folderWith([...valid, 'controlPlane: { count: 2 }', ''])
    const { code, stdout, stderr } = await run(['validate'], { cwd })
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stdout).toBe('cluster.yaml is valid: 2 machines, 1 warning\n')
    expect(stderr).toContain('2 control planes are an even number')
    expect(stderr).not.toContain('1 warning in')
  })

  test('takes the file with or without -f, but not two', async () => {
    expect(await run(['validate', 'homelab.yaml'])).toEqual(await run(['validate', '-f', 'homelab.yaml']))
    expect(await run(['validate', 'homelab.yaml'], { env: { TALMOX_FILE: 'none.yaml' } })).toMatchObject({ code: 0 })
    expect(await run(['validate', 'homelab.yaml', '-f', 'other.yaml'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: two files are named, homelab.yaml and other.yaml\nhint: name one, with or without -f\n',
    })
  })

  test('breaks problems between words on a terminal, with the hint on a line of its own', async () => {
    const cwd = folderWith([...valid, 'controlPlane: { memry: 8GiB, patches: [none.yaml] }', ''])
    const { stderr } = await run(['validate', '--color', 'never'], { cwd, terminal: 50 })
    await expect(stderr).toMatchFileSnapshot('../golden/cli/validate-50.txt')
    expect(Math.max(...stderr.split('\n').map(columns))).toBeLessThanOrEqual(50)
  })

  test('names the place where a patch was looked for', async () => {
    const cwd = folderWith([...valid, 'controlPlane: { patches: [none.yaml] }', ''])
    const { stderr } = await run(['validate', `../${path.basename(cwd)}/cluster.yaml`], { cwd })
    expect(stderr).toContain(`cannot be read: ../${path.basename(cwd)}/none.yaml: no such file`)
  })

  test('prints one JSON document, whatever the outcome', async () => {
    const cwd = folderWith([...valid, 'nmae: x', ''])
    const { code, stdout, stderr } = await run(['validate', '--json'], { cwd })
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      valid: false,
      problems: [{ code: 'unknown-key', severity: 'error', file: 'cluster.yaml', line: 6, column: 1, path: 'nmae' }],
    })
  })

  test('says how to get a cluster file where there is none', async () => {
    expect(await run(['validate'], { cwd: emptyFolder() })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: cluster.yaml: no such file\nhint: name the cluster file with -f, or write one with talmox init\n',
    })
  })

  test('finds the files that a cluster file names beside it, not beside the caller', async () => {
    const cwd = folderWith([...valid, 'controlPlane: { patches: [p.yaml] }', ''])
    writeFileSync(path.join(cwd, 'p.yaml'), 'machine: { sysctls: { a: "1" } }\n')
    const { stdout } = await run(['show', '--json', '-f', path.join(cwd, 'cluster.yaml')])
    expect(JSON.parse(stdout).machines[0].talos.patches[0].documents).toEqual([{ machine: { sysctls: { a: '1' } } }])
  })

  test.each(['annotations', 'labels'])('does not print the password under %s that it warns of', async (key) => {
    const cwd = folderWith([...valid, `controlPlane: { kubernetes: { ${key}: {password: Hunter2Anno} } }`, ''])
    const { stderr } = await run(['validate'], { cwd })
    expect(stderr).toContain('a password is written here')
    expect(stderr).not.toContain('Hunter2')
  })

  test('does not print a secret that stands where its source belongs', async () => {
    const credentials = '{ type: password, username: root@pam, from: Hunter2From, totp: Hunter2Totp }'
    const cwd = folderWith([...valid, `proxmox: { endpoint: "https://pve.lan:8006", credentials: ${credentials} }`, ''])
    const { code, stderr } = await run(['validate'], { cwd })
    expect(code).toBe(3)
    expect(stderr).toContain('credentials.from')
    expect(stderr).not.toContain('Hunter2')
  })

  describe('shows no line of a file', () => {
    const held = 'certainly: [not, yaml\n'

    function namedAs(name: string): { cwd: string; folder: string } {
      const folder = emptyFolder()
      const cwd = path.join(folder, 'cluster')
      mkdirSync(cwd)
      const text = [...valid, `talos: { version: v1.12.4, patches: [${name}] }`, '']
      writeFileSync(path.join(cwd, 'cluster.yaml'), text.filter((line) => line !== valid.at(-1)).join('\n'))
      return { cwd, folder }
    }

    test('that is named outside of the folder of the cluster file', async () => {
      const { cwd, folder } = namedAs('../outside.yaml')
      writeFileSync(path.join(folder, 'outside.yaml'), held)
      const { code, stderr } = await run(['validate'], { cwd })
      expect(code).toBe(3)
      expect(stderr).toContain('../outside.yaml:')
      expect(stderr).not.toContain('certainly')
    })

    test('that a link in the folder leads out to', async () => {
      const { cwd, folder } = namedAs('link.yaml')
      writeFileSync(path.join(folder, 'outside.yaml'), held)
      symlinkSync('../outside.yaml', path.join(cwd, 'link.yaml'))
      const { code, stderr } = await run(['validate'], { cwd })
      expect(code).toBe(3)
      expect(stderr).not.toContain('certainly')
    })

    test.each(['A=certainly\0B=c', Buffer.from('A: certainly \xe4', 'latin1')])('that is not text', async (bytes) => {
      const { cwd } = namedAs('inside.yaml')
      writeFileSync(path.join(cwd, 'inside.yaml'), bytes)
      const { code, stderr } = await run(['validate'], { cwd })
      expect(code).toBe(3)
      expect(stderr).not.toContain('certainly')
    })

    test('but one of a file beside the cluster file', async () => {
      const { cwd } = namedAs('inside.yaml')
      writeFileSync(path.join(cwd, 'inside.yaml'), held)
      expect((await run(['validate'], { cwd })).stderr).toContain('certainly')
    })
  })

  test('escapes in JSON what would steer a terminal, hide or reorder', async () => {
    const key = 'bad\u009b\u202e\u2028\u{e0001}key'
    const written = key.replace('\u009b', '\\x9b')
    const cwd = folderWith([...valid, `"${written}": 1`, ''])
    const { stdout } = await run(['validate', '--json'], { cwd })
    expect(stdout).not.toMatch(/[\x7f-\x9f\p{Cf}\u2028\u2029]/u)
    expect(JSON.parse(stdout).problems[0].path).toBe(`["${key}"]`)
  })

  test('lets no control character of the file or its name reach the terminal', async () => {
    const cwd = folderWith([...valid, 'bad\u009bkey: 1', ''])
    const { stderr } = await run(['validate', '-f', 'cluster.yaml'], { cwd })
    expect(stderr).not.toContain('\u009b')
    expect((await run(['validate', '-f', 'no\u001bfile'], { cwd })).stderr).not.toContain('\u001b')
  })
})
