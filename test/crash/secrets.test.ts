import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
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

/** A life in commands, with everything that talmox can be made to say; `code` is how each must end. */
const LIFE: readonly { readonly args: readonly string[]; readonly code: number; readonly edit?: Edit }[] = [
  { args: ['plan', '--json'], code: 0 },
  { args: ['plan', '--out', 'saved.plan'], code: 0 },
  { args: ['up', '--yes', '--verbose'], code: 0 },
  { args: ['status', '--json'], code: 0 },
  { args: ['plan', '--json'], code: 0, edit: (file) => file.setIn(['controlPlane', 'memory'], '20GiB') },
  { args: ['up', '--yes', '--json', '--verbose'], code: 0 },
  { args: ['plan'], code: 4, edit: (file) => file.setIn(['talos', 'version'], 'v1.12.5') },
  { args: ['outputs', '--json'], code: 0, edit: (file) => file.setIn(['talos', 'version'], 'v1.12.4') },
  { args: ['destroy', '--yes', '--json', '--verbose'], code: 0 },
]

const deliveries = [
  { config: 'sent', given: undefined, served: 0 },
  { config: 'on a CD', given: byCd, served: 0 },
  { config: 'fetched', given: byAddress, served: 1 },
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
  async ({ given, served }) => {
    const field = await openServedField('single-node', { record: true, given })
    try {
      const places: Record<string, string> = {}
      const secrets: string[] = []
      const words = new Set<string>()
      for (const [at, { args, code, edit }] of LIFE.entries()) {
        if (edit !== undefined) field.edit(edit)
        const seen = await watched(field, args)
        const problem = seen.code === code ? '' : seen.stderr
        expect({ args, code: seen.code, problem }).toEqual({ args, code, problem: '' })
        const place = `${at + 1}: ${args.join(' ')}`
        places[place] = Object.values(seen).join('\n')
        const left = leftInWorld(field.served.running.world)
        for (const word of left.words) words.add(word)
        if (args[0] !== 'up') continue
        secrets.push(...secretsOf(field))
        places[`storages after ${place}`] = left.volumes
      }
      places.journal = readFileSync(field.home.journal, 'utf8')
      places.facts = readFileSync(field.home.facts, 'utf8')
      places.plan = readFileSync(path.join(field.folder, 'saved.plan'), 'utf8')
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
