import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Document } from 'yaml'
import type { World } from '../../sim/world/world.ts'
import { seedUrlIn } from '../../src/proxmox/hardware/seed-url.ts'
import { bundleSecrets } from '../../src/talos/secrets/bundle-secrets.ts'
import { parseSecrets } from '../../src/talos/secrets/read.ts'
import type { Edit } from '../life/stage.ts'
import { byAddress, byCd } from './scenes.ts'
import { openServedField, type ServedField } from './served-field.ts'

/** The shapes in which a secret could be written somewhere; made here, and not by what is tested. */
function shapes(secret: string): readonly string[] {
  const lines = secret.split('\n').filter((line) => line.length > 16 && !line.startsWith('-----'))
  const whole = [secret, secret.trim(), lines.join('')].filter((text) => text !== '')
  const encoded = whole.flatMap((text) => {
    const bytes = Buffer.from(text)
    return [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')]
  })
  const written = whole.flatMap((text) => [JSON.stringify(text).slice(1, -1), encodeURIComponent(text)])
  return [...new Set([...whole, ...lines, ...encoded, ...written])].filter((text) => text.length >= 8)
}

/** Everything that must stay secret: the bundle, the keys to Proxmox, and the keys of the client configs. */
function secretsOf({ home, folder, served }: ServedField): readonly string[] {
  const bundle = parseSecrets(readFileSync(home.secrets, 'utf8'), { source: home.secrets, now: new Date() })
  const { token = '', password = '' } = served.access
  const config = (name: string, key: RegExp) => {
    const encoded = key.exec(readFileSync(path.join(folder, 'talos', name), 'utf8'))?.[1]
    if (encoded === undefined) throw new Error(`${name} has no key`)
    return [encoded, Buffer.from(encoded, 'base64').toString('utf8')]
  }
  return [
    ...bundleSecrets(bundle),
    token.split('=')[1] ?? '',
    password,
    ...config('talosconfig', /\bkey: (\S+)/),
    ...config('kubeconfig', /\bclient-key-data: (\S+)/),
  ]
}

/** How many secrets are found in a text. */
const found = (text: string, secrets: readonly string[]) =>
  secrets.filter((secret) => shapes(secret).some((shape) => text.includes(shape))).length

/** Runs a command and gathers what anybody else on the computer could see of it. */
async function watched(field: ServedField, args: readonly string[]) {
  const run = field.talmox(args)
  const seen = new Set<string>()
  const looking = setInterval(() => {
    try {
      seen.add(readFileSync(`/proc/${run.child.pid}/cmdline`, 'utf8'))
    } catch {
      // Only Linux shows the arguments of a process, and only while it runs.
    }
  }, 50)
  const { code, stdout, stderr } = await run.ended
  clearInterval(looking)
  return { code, stdout, stderr, arguments: [...seen].join('\n') }
}

function* filesBelow(folder: string): Generator<string> {
  yield folder
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(name)
    else yield name
  }
}

const PASSPHRASE = 'correct horse of the disk'
const PASSWORDS = ['hunter2-of-the-mirror', 'hunter3-of-the-mirror'] as const

/** A disk that is encrypted with a passphrase from a file. */
const encrypted: Edit = (file) =>
  file.setIn(['talos', 'diskEncryption'], file.createNode({ ephemeral: [{ static: { file: 'passphrase' } }] }))

/** More memory, and a mirror that wants a password from a file. */
const changed: Edit = (file) => {
  file.setIn(['controlPlane', 'memory'], '20GiB')
  const mirror = { endpoints: ['https://mirror.lan'], username: 'me', password: { file: 'password' } }
  file.setIn(['talos', 'registries'], file.createNode({ 'ghcr.io': mirror }))
}

interface Stop {
  readonly args: readonly string[]
  /** How the command must end. */
  readonly code: number
  readonly edit?: Edit
  /** The password of the mirror from now on. */
  readonly password?: string
  /** What must be said, or nothing was there to be hidden. */
  readonly says?: string
}

/** A life in commands, with everything that talmox can be made to say. */
const LIFE: readonly Stop[] = [
  { args: ['plan', '--json'], code: 0 },
  { args: ['plan', '--out', 'saved.plan'], code: 0 },
  { args: ['up', '--yes', '--verbose'], code: 0 },
  { args: ['status', '--json'], code: 0 },
  { args: ['plan', '--json'], code: 0, edit: changed, password: PASSWORDS[0], says: '+ RegistryAuthConfig' },
  { args: ['up', '--yes', '--json', '--verbose'], code: 0, says: '+ RegistryAuthConfig' },
  { args: ['plan', '--out', 'rotated.plan'], code: 0, password: PASSWORDS[1], says: '~ RegistryAuthConfig' },
  { args: ['up', '--yes', '--verbose'], code: 0, says: '~ RegistryAuthConfig' },
  { args: ['plan'], code: 4, edit: (file) => file.setIn(['talos', 'version'], 'v1.12.5') },
  { args: ['outputs', '--json'], code: 0, edit: (file) => file.setIn(['talos', 'version'], 'v1.12.4') },
  { args: ['destroy', '--yes', '--json', '--verbose'], code: 0 },
]

const deliveries = [
  { config: 'sent', delivered: undefined, served: 0 },
  { config: 'on a CD', delivered: byCd, served: 0 },
  { config: 'fetched', delivered: byAddress, served: 1 },
]

/** What of a machine the datacenter keeps where others may look: storages, and the path at which its config was served. */
function leftInWorld({ volumes, vms }: World) {
  return {
    volumes: JSON.stringify(volumes.map(({ installation: _, ...rest }) => rest)),
    words: vms.flatMap(({ config }) => seedUrlIn(config.smbios1, '9')?.split('/').at(-2) ?? []),
  }
}

test.each(deliveries)(
  'no secret of a life is seen outside of the files that keep it, with a config that is $config',
  async ({ delivered, served }) => {
    const given = (file: Document) => {
      encrypted(file)
      delivered?.(file)
    }
    const field = await openServedField('single-node', { record: true, given })
    const keep = (name: string, secret: string) => writeFileSync(path.join(field.folder, name), secret, { mode: 0o600 })
    try {
      const places: Record<string, string> = {}
      const secrets: string[] = [PASSPHRASE, ...PASSWORDS]
      keep('passphrase', PASSPHRASE)
      const words = new Set<string>()
      for (const [at, { args, code, edit, password, says = '' }] of LIFE.entries()) {
        if (password !== undefined) keep('password', password)
        if (edit !== undefined) field.edit(edit)
        const seen = await watched(field, args)
        const problem = seen.code === code ? '' : seen.stderr
        expect({ args, code: seen.code, problem }).toEqual({ args, code, problem: '' })
        const place = `${at + 1}: ${args.join(' ')}`
        places[place] = Object.values(seen).join('\n')
        expect(places[place], place).toContain(says)
        const left = leftInWorld(field.served.running.world)
        for (const word of left.words) words.add(word)
        if (args[0] !== 'up') continue
        secrets.push(...secretsOf(field))
        places[`storages after ${place}`] = left.volumes
      }
      places.journal = readFileSync(field.home.journal, 'utf8')
      places.facts = readFileSync(field.home.facts, 'utf8')
      for (const name of ['saved.plan', 'rotated.plan'])
        places[name] = readFileSync(path.join(field.folder, name), 'utf8')
      // The path of a config is for its machine alone; whoever may see the machine in Proxmox sees it there.
      expect(words.size).toBe(served)
      expect(found(Object.values(places).join('\n'), [...words])).toBe(0)
      places.record = readFileSync(path.join(field.folder, 'record.jsonl'), 'utf8')
      // Where they are kept they must be found, or the search is worth nothing.
      expect(found(readFileSync(field.home.secrets, 'utf8'), secrets)).toBeGreaterThanOrEqual(8)
      for (const [place, text] of Object.entries(places)) {
        expect(text.length, place).toBeGreaterThan(100)
        expect({ place, secrets: found(text, secrets) }).toEqual({ place, secrets: 0 })
      }
      for (const top of ['.talmox', 'talos']) {
        for (const file of filesBelow(path.join(field.folder, top))) {
          const wanted = statSync(file).isDirectory() ? 0o700 : 0o600
          expect({ file, mode: statSync(file).mode & 0o777 }).toEqual({ file, mode: wanted })
        }
      }
    } finally {
      field.close()
    }
  },
)
