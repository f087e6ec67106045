import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bundleSecrets } from '../../src/talos/secrets/bundle-secrets.ts'
import { parseSecrets } from '../../src/talos/secrets/read.ts'
import { type Field, openField } from './field.ts'

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
function secretsOf({ home, folder, served }: Field): readonly string[] {
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
async function watched(field: Field, args: readonly string[]) {
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

test('no secret of a run is seen outside of the files that keep it', async () => {
  const field = await openField('single-node', { record: true })
  try {
    const before = await watched(field, ['plan', '--json'])
    const up = await watched(field, ['up', '--yes'])
    field.edit((file) => {
      file.setIn(['controlPlane', 'memory'], '20GiB')
      file.setIn(['talos', 'version'], 'v1.12.5')
    })
    const after = await watched(field, ['plan', '--json'])
    expect([before.code, up.code]).toEqual([0, 0])
    const places = {
      before: Object.values(before).join('\n'),
      up: Object.values(up).join('\n'),
      after: Object.values(after).join('\n'),
      journal: readFileSync(field.home.journal, 'utf8'),
      facts: readFileSync(field.home.facts, 'utf8'),
      record: readFileSync(path.join(field.folder, 'record.jsonl'), 'utf8'),
    }
    const secrets = secretsOf(field)
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
})
