import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, describe, expect, test } from 'vitest'
import { seedUrlIn, withSeedUrl } from '../src/proxmox/hardware/seed-url.ts'
import { cidataIso } from '../src/proxmox/images/cidata.ts'
import type { Desired, Machine } from '../src/resolve/desired.ts'
import { resolve } from '../src/resolve/resolve.ts'
import { openConfigServer } from '../src/run/config-server.ts'
import { loadSpec } from '../src/spec/load.ts'
import { nocloudSeed } from '../src/talos/from-desired/nocloud.ts'
import { realListen } from '../src/world/listen.ts'
import { createRedaction } from '../src/world/redaction.ts'
import { root } from '../test/shared-data.ts'
import { testOnlySecrets } from '../test/talos/support/test-only.ts'
import { renderAll } from './render-all.ts'
import { programAt } from './run-program.ts'
import { smbiosTables } from './smbios-tables.ts'

const programs = process.env.GENUINE_PROGRAMS ?? ''
const nocloud = programAt(path.join(programs, 'nocloud'), {})
const isoinfo = programAt(path.join(programs, 'isoinfo'), {})
const unshare = programAt('unshare', {})
const scratch = mkdtempSync(path.join(tmpdir(), 'talmox-nocloud-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** Talos names cards by its own rules, here ens18 and on, and finds them by their address. */
function wanted({ name, uuid, nics }: Machine, { network }: Desired, config: string) {
  const cards = nics.map((nic, index) => ({ ...nic, card: `ens${18 + index}` }))
  const fixed = cards.filter(({ method }) => method !== 'dhcp')
  return {
    config,
    hostname: name,
    instance: uuid,
    addresses: fixed.flatMap(({ card, addresses }) =>
      addresses.map(({ address, prefix }) => `${card} ${address}/${prefix}`),
    ),
    gateways: fixed.flatMap(({ card, gateways }) => gateways.map((gateway) => `${card} ${gateway}`)),
    dhcp: cards.flatMap(({ card, method }) => (method === 'dhcp' ? [card] : [])),
    resolvers: [...network.dns],
  }
}

const EXAMPLES = ['homelab', 'dual-stack', 'gpu-and-cilium', 'vm-hardware']

describe.each(EXAMPLES)('the first config of a machine of the example %s', async (name) => {
  const file = path.join(root, 'examples', `${name}.yaml`)
  const { desired } = resolve(await loadSpec(file))
  if (desired === undefined) throw new Error(`${file} has errors`)
  const configs = await renderAll([file], { bundle: testOnlySecrets })
  const machine = desired.machines.at(-1)
  const config = configs.find((one) => one.machine === machine?.name)?.text ?? ''
  if (machine === undefined) throw new Error(`${file} has no machine`)
  const seed = nocloudSeed(machine, desired.network, config)
  const macs = machine.nics.map(({ mac }) => mac)

  test('is found on its CD by the label, and read as it is meant', async () => {
    const iso = path.join(scratch, `${name}.iso`)
    writeFileSync(iso, cidataIso(seed))
    expect(JSON.parse(await nocloud.succeed('label', iso))).toEqual({ name: 'iso9660', label: 'cidata' })
    const folder = path.join(scratch, name)
    mkdirSync(folder)
    for (const one of ['user-data', 'meta-data', 'network-config'])
      writeFileSync(path.join(folder, one), await isoinfo.succeed('-J', '-i', iso, '-x', `/${one};1`))
    const found = JSON.parse(await nocloud.succeed('files', folder, ...macs))
    expect(found).toEqual(wanted(machine, desired, config))
  })

  test('is fetched from where its serial number leads', async () => {
    const at = { address: '127.0.0.1', port: 18_480 }
    const redaction = createRedaction()
    const server = openConfigServer({ listen: realListen, at, secrets: async () => testOnlySecrets, redaction })
    const url = await server.offer(machine, seed)
    const smbios1 = withSeedUrl(`uuid=${machine.uuid}`, url, '9')
    expect(seedUrlIn(smbios1, '9')).toBe(url)
    const serial = Buffer.from(/serial=([^,]*)/.exec(smbios1)?.[1] ?? '', 'base64').toString()
    const folder = path.join(scratch, `${name}-firmware`)
    for (const [place, bytes] of Object.entries(smbiosTables({ uuid: machine.uuid, serial }))) {
      mkdirSync(path.dirname(path.join(folder, place)), { recursive: true })
      writeFileSync(path.join(folder, place), bytes)
    }
    const script = 'mount -t tmpfs firmware /sys/firmware && cp -r "$0/." /sys/firmware/ && exec "$@"'
    const talos = path.join(programs, 'nocloud')
    const found = JSON.parse(await unshare.succeed('--mount', 'sh', '-c', script, folder, talos, 'smbios', ...macs))
    expect(found).toEqual(wanted(machine, desired, config))
    expect(server.wasFetched(machine.uuid)).toBe(true)
    server.close()
  })
})
