import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { flagName } from '../../src/cli/flag.ts'
import { type Choices, choiceFlags, choicePaths } from '../../src/cli/init/choices.ts'
import { clusterText } from '../../src/cli/init/cluster-text.ts'
import { scalar } from '../../src/cli/init/yaml-text.ts'
import { resolve } from '../../src/resolve/resolve.ts'
import { loadText } from '../../src/spec/load.ts'
import { emptyFolder, run } from './run.ts'

const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8')

describe('talmox init', () => {
  test('writes a commented file that validates', async () => {
    const cwd = emptyFolder()
    const { code, stdout, stderr } = await run(['init'], { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await expect(stdout).toMatchFileSnapshot('../golden/cli/init.txt')
    await expect(read(cwd, 'cluster.yaml')).toMatchFileSnapshot('../golden/cli/init.yaml')
    expect(await run(['validate'], { cwd })).toEqual({
      code: 0,
      stdout: 'cluster.yaml is valid: 6 machines\n',
      stderr: '',
    })
  })

  test('writes what the flags choose', async () => {
    const cwd = emptyFolder()
    const chosen = { name: 'edge', hosts: 'a,b', storage: 'tank', bridge: 'vmbr7', vlan: '7', cidr: '10.7.0.0/16' }
    const flags = Object.entries(chosen).flatMap(([flag, value]) => [`--${flag}`, value])
    const more = ['--control-planes', '1', '--workers', '0', '--gateway', '10.7.255.254', '--dns', '10.7.0.2,9.9.9.9']
    expect(await run(['init', 'edge.yaml', ...flags, ...more], { cwd })).toMatchObject({ code: 0, stderr: '' })
    const { stdout } = await run(['show', '--json', '-f', 'edge.yaml'], { cwd })
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'edge',
      ha: false,
      proxmox: { hosts: ['a', 'b'] },
      network: {
        networks: [{ cidr: '10.7.0.0/16', gateway: '10.7.255.254' }],
        dns: ['10.7.0.2', '9.9.9.9'],
        vips: [],
      },
      machines: [{ storage: { disks: 'tank' }, nics: [{ bridge: 'vmbr7', vlan: 7 }] }],
    })
  })

  test('keeps pods and services away from the network of the machines', async () => {
    const cwd = emptyFolder()
    expect(await run(['init', '--cidr', '10.97.0.0/16,fd00:1::/64'], { cwd })).toMatchObject({ code: 0, stderr: '' })
    expect(read(cwd, 'cluster.yaml')).toContain('  serviceSubnets: [172.30.0.0/16, "fc00:db8:20::/112"]\n')
    expect(read(cwd, 'cluster.yaml')).not.toContain('podSubnets')
  })

  test('names the file in the commands to try next when it is not the usual one', async () => {
    const { stdout } = await run(['init', 'edge.yaml'], { cwd: emptyFolder() })
    expect(stdout).toContain('talmox validate -f edge.yaml')
  })

  test('names the command as it was called', async () => {
    const env = { npm_package_name: 'talmox', npm_lifecycle_event: 'start' }
    const { stdout } = await run(['init'], { cwd: emptyFolder(), env })
    expect(stdout).toContain('\n  npm start -- validate\n  npm start -- show\n')
  })

  test('writes nothing that it would warn about itself', async () => {
    const quiet = { code: 0, stderr: '' }
    for (const how of ['static', 'reserved'])
      expect(await run(['init', '--addressing', how], { cwd: emptyFolder() })).toMatchObject(quiet)
    const { stderr } = await run(['init', '--addressing', 'dhcp'], { cwd: emptyFolder() })
    expect(stderr).not.toContain('addresses')
    const cwd = emptyFolder()
    expect(await run(['init', '--cidr', '10.0.0.5/24,fd00::7/64'], { cwd })).toMatchObject(quiet)
    expect(read(cwd, 'cluster.yaml')).toContain('cidr: [10.0.0.0/24, "fd00::/64"]')
  })

  test('shows the warnings about what was chosen', async () => {
    const { code, stdout, stderr } = await run(['init', '--control-planes', '2'], { cwd: emptyFolder() })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^wrote cluster\.yaml: 5 machines, \d+ warnings?\n/)
    expect(stderr).toContain('warning controlPlane.count: 2 control planes are an even number')
  })

  test.each([
    [['--talos-version', 'v1.99.0'], '--talos-version: talmox knows Talos v1.9 to v1.14, not v1.99.0'],
    [['--talos-version', 'v1.7.0'], '--talos-version: talmox knows Talos v1.9 to v1.14, not v1.7.0'],
    [['--workers', '-1'], '--workers: expected a whole number, 0 or more'],
    [
      ['--control-planes', '0'],
      '--control-planes: a cluster without control planes cannot run: use 3, of which one may fail, or 1 to try things out',
    ],
  ])('says of %j once what a flag can do about it', async (flags, message) => {
    expect(await run(['init', ...flags], { cwd: emptyFolder() })).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: ${message}\nhint: nothing was written\n`,
    })
  })

  test('writes over a file only with --force', async () => {
    const cwd = emptyFolder()
    writeFileSync(path.join(cwd, 'cluster.yaml'), 'precious\n')
    expect(await run(['init'], { cwd })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: cluster.yaml is there already\nhint: --force writes over it\n',
    })
    expect(read(cwd, 'cluster.yaml')).toBe('precious\n')
    expect(await run(['init', '--force'], { cwd })).toMatchObject({ code: 0 })
    expect(read(cwd, 'cluster.yaml')).toContain('kind: Cluster')
  })

  test('says of the flag what is wrong with its value, all at once, and writes nothing', async () => {
    const cwd = emptyFolder()
    const { code, stderr } = await run(['init', '--name', 'a: b', '--cidr', '10.0.0.0', '--vlan', 'x'], { cwd })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: --name: not a DNS label/)
    expect(stderr).toContain('\n--cidr: not a network')
    expect(stderr).toContain('\n--vlan: expected a number')
    expect(stderr).toContain('hint: nothing was written\n')
    expect(existsSync(path.join(cwd, 'cluster.yaml'))).toBe(false)
  })

  test('says when the folder is not there', async () => {
    const { code, stderr } = await run(['init', 'no/where.yaml'], { cwd: emptyFolder() })
    expect(code).toBe(1)
    expect(stderr).toBe('error: no/where.yaml cannot be written: there is no folder no\n')
  })

  test.each([[[]], [['--force']]])('says when it is a folder, with flags %j', async (flags) => {
    const cwd = emptyFolder()
    mkdirSync(path.join(cwd, 'sub'))
    const { code, stderr } = await run(['init', 'sub', ...flags], { cwd })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'error: sub is a folder\nhint: name the file: sub/cluster.yaml\n',
    })
  })
})

describe('what stands in the way of talmox init', () => {
  test.each([
    ['there', 'elsewhere'],
    ['not there', 'nowhere'],
  ])('is not written through when it is a link to a file that is %s', async (_, name) => {
    const [cwd, outside] = [emptyFolder(), emptyFolder()]
    writeFileSync(path.join(outside, 'elsewhere'), 'precious\n')
    symlinkSync(path.join(outside, name), path.join(cwd, 'cluster.yaml'))
    expect(await run(['init', '--force'], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('error: cluster.yaml is a link or a device, not a file\n'),
    })
    expect(readdirSync(outside)).toEqual(['elsewhere'])
    expect(read(outside, 'elsewhere')).toBe('precious\n')
    expect(readdirSync(cwd)).toEqual(['cluster.yaml'])
  })

  test.each([
    ['a link', (file: string) => symlinkSync(path.join(emptyFolder(), 'target'), file)],
    ['a folder', (file: string) => mkdirSync(file)],
    ['a device', (file: string) => execFileSync('mkfifo', [file])],
  ])('is said before anything is written when .gitignore is %s', async (kind, make) => {
    const cwd = emptyFolder()
    mkdirSync(path.join(cwd, '.git'))
    make(path.join(cwd, '.gitignore'))
    const { code, stderr } = await run(['init'], { cwd })
    expect(code).toBe(1)
    expect(stderr).toContain(`.gitignore is ${kind}, not a file\n`)
    expect(existsSync(path.join(cwd, 'cluster.yaml'))).toBe(false)
  })

  test('is quoted in the commands to try next', async () => {
    const { stdout } = await run(['init', "sp ace';id.yaml"], { cwd: emptyFolder() })
    expect(stdout).toContain(`talmox validate -f 'sp ace'\\'';id.yaml'\n`)
  })
})

describe('the folders that will hold secrets', () => {
  test.each([
    ['only in the folder above', '/.talmox/\n/talos/\n'],
    ['and then let be seen again', '.talmox/\ntalos/\n!.talmox/\n!talos/\n'],
    ['and something may be seen again', '.talmox/\ntalos/\n!*/\n'],
  ])('are added where they are ignored %s', async (_, above) => {
    const top = emptyFolder()
    mkdirSync(path.join(top, '.git'))
    mkdirSync(path.join(top, 'sub'))
    writeFileSync(path.join(top, '.gitignore'), above)
    await run(['init', 'sub/cluster.yaml'], { cwd: top })
    expect(read(top, 'sub/.gitignore')).toBe('.talmox/\ntalos/\n')
    await run(['init', 'sub/cluster.yaml', '--force'], { cwd: top })
    expect(read(top, 'sub/.gitignore')).toBe('.talmox/\ntalos/\n')
  })

  test('are added to .gitignore in a git work tree, after what is there', async () => {
    const cwd = emptyFolder()
    mkdirSync(path.join(cwd, '.git'))
    writeFileSync(path.join(cwd, '.gitignore'), 'node_modules')
    const { stdout } = await run(['init'], { cwd })
    expect(stdout).toContain('added .talmox/ and talos/ to .gitignore')
    expect(read(cwd, '.gitignore')).toBe('node_modules\n.talmox/\ntalos/\n')
  })

  test('are added once, however they are written', async () => {
    const cwd = emptyFolder()
    mkdirSync(path.join(cwd, '.git'))
    writeFileSync(path.join(cwd, '.gitignore'), '/.talmox\r\n')
    expect((await run(['init'], { cwd })).stdout).toContain('added talos/ to .gitignore: it will hold secrets\n')
    await run(['init', '--force'], { cwd })
    expect(read(cwd, '.gitignore')).toBe('/.talmox\r\ntalos/\n')
  })

  test('are not added where a folder above already ignores them', async () => {
    const top = emptyFolder()
    mkdirSync(path.join(top, '.git'))
    mkdirSync(path.join(top, 'clusters'))
    writeFileSync(path.join(top, '.gitignore'), '.talmox/\ntalos/\n')
    await run(['init'], { cwd: path.join(top, 'clusters') })
    expect(existsSync(path.join(top, 'clusters', '.gitignore'))).toBe(false)
  })

  test('are only mentioned where there is no git', async () => {
    const cwd = emptyFolder()
    const { stdout } = await run(['init'], { cwd })
    expect(stdout).toContain('keep .talmox/ and talos/ out of version control')
    expect(existsSync(path.join(cwd, '.gitignore'))).toBe(false)
  })
})

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const octet = fc.integer({ min: 0, max: 255 })

/** Choices that a person could sensibly make. */
const sensible: fc.Arbitrary<Choices> = fc
  .record({
    name: maybe(fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/)),
    controlPlanes: maybe(fc.constantFrom('1', '2', '3', '5', '7')),
    workers: maybe(fc.integer({ min: 0, max: 100 }).map(String)),
    talosVersion: maybe(fc.constantFrom('v1.11.6', 'v1.12.4', 'v1.13.9')),
    endpoint: maybe(fc.constantFrom('https://10.0.0.5:8006', 'https://a.lan:8006,https://b.lan:8006')),
    fingerprint: maybe(fc.stringMatching(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/)),
    hosts: maybe(
      fc
        .uniqueArray(fc.stringMatching(/^[0-9]{0,2}[a-z][a-z0-9]{0,5}$/), { minLength: 1, maxLength: 5 })
        .map((all) => all.join(',')),
    ),
    storage: maybe(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,6}[A-Za-z0-9]$/)),
    imageMode: maybe(fc.constantFrom('import', 'template', 'iso')),
    bridge: maybe(fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,13}$/)),
    vlan: maybe(fc.integer({ min: 1, max: 4094 }).map(String)),
    addressing: maybe(fc.constantFrom('static', 'dhcp', 'reserved')),
    net: maybe(fc.tuple(octet, octet)),
    dns: maybe(fc.constantFrom('9.9.9.9', '1.1.1.1, 8.8.8.8')),
    gatewayOffset: maybe(fc.constantFrom(1, 7, 8, 9, 254)),
  })
  .map(({ net, gatewayOffset, ...rest }) => {
    const first = net === undefined ? '192.168.1' : `10.${net[0]}.${net[1]}`
    return {
      ...rest,
      cidr: net === undefined ? undefined : `${first}.0/24`,
      gateway: gatewayOffset === undefined ? undefined : `${first}.${gatewayOffset}`,
      vip: undefined,
    }
  })

const check = async (choices: Choices) => resolve(await loadText(clusterText(choices), 'cluster.yaml'))

describe('any sensible choices', () => {
  test('make a valid file that says what was chosen', async () => {
    await fc.assert(
      fc.asyncProperty(sensible, async (choices) => {
        const { desired, problems } = await check(choices)
        expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
        const { name = 'homelab', controlPlanes = '3', workers = '3', bridge = 'vmbr0', vlan } = choices
        expect(desired?.name).toBe(name)
        expect(desired?.machines).toHaveLength(Number(controlPlanes) + Number(workers))
        expect(desired?.machines[0]?.nics[0]).toMatchObject({
          bridge,
          vlan: vlan === undefined ? undefined : Number(vlan),
        })
        const addresses = desired?.machines.flatMap(({ nics }) => nics[0].addresses.map(({ address }) => address)) ?? []
        const all = [...addresses, ...(desired?.network.vips ?? [])]
        expect(new Set(all).size).toBe(all.length)
      }),
      { numRuns: 150 },
    )
  })
})

test('whatever is typed after a flag, a valid file is written, or none and the reason is said', async () => {
  const flags = Object.keys(choiceFlags).map(flagName)
  const typing = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.integer().map(String),
    fc.constantFrom('true', '[', '10.0.0.0/31'),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...flags), typing, async (flag, typed) => {
      const cwd = emptyFolder()
      const { code, stderr } = await run(['init', `${flag}=${typed}`], { cwd })
      if (code === 0) expect(await run(['validate'], { cwd })).toMatchObject({ code: 0 })
      else {
        expect(stderr).toMatch(/^error: /)
        expect(existsSync(path.join(cwd, 'cluster.yaml'))).toBe(false)
      }
    }),
    { numRuns: 200 },
  )
})

test('any text that is written as a scalar is read back as that text', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.constantFrom('true', '1.5', '0x1f', '007', 'null', '-', 'a: b', 'a #b', '~', 'No'),
  )
  fc.assert(
    fc.property(texts, (typed) => {
      expect(parseDocument(scalar(typed)).toJS()).toBe(typed)
      expect(parseDocument(`[${scalar(typed)}]`).toJS()).toEqual([typed])
    }),
  )
})

test('every choice has its place in the file', () => {
  expect(Object.keys(choicePaths).sort()).toEqual(Object.keys(choiceFlags).sort())
})
