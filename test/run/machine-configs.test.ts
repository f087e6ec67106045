import { expect, test } from 'vitest'
import { machineConfigs } from '../../src/run/machine-configs.ts'
import { offlineSchematic } from '../../src/run/render/offline-schematic.ts'
import { printDocuments } from '../../src/talos/document/print.ts'
import { silentLog } from '../../src/world/log.ts'
import { createRedaction } from '../../src/world/redaction.ts'
import { smallCluster } from '../resolve/resolved.ts'
import { worldOf } from '../talos/render/rendered.ts'
import { testOnlySecrets } from '../talos/support/test-only.ts'

test('passwords and passphrases that configs hold are never seen afterwards', async () => {
  const env = { MIRROR: 'hunter2', DISK: 'once upon a time' }
  const talos = {
    ...smallCluster.talos,
    registries: { 'ghcr.io': { endpoints: ['https://mirror.lan'], username: 'me', password: { env: 'MIRROR' } } },
    diskEncryption: { state: [{ static: { env: 'DISK' } }] },
  }
  const { folder, loaded, desired } = await worldOf({ cluster: { talos } })
  const redaction = createRedaction()
  const source = {
    loaded,
    desired,
    bundle: testOnlySecrets,
    endpoint: 'https://192.0.2.1:6443',
    schematic: offlineSchematic,
    learnt: () => undefined,
    places: { env, folder, log: silentLog },
    redaction,
  }
  const configs = await machineConfigs(source, desired.machines)
  const text = [...configs.values()].map((documents) => printDocuments(documents)).join('\n')
  for (const secret of Object.values(env)) {
    expect(text).toContain(secret)
    expect(redaction.mask(text)).not.toContain(secret)
  }
})
