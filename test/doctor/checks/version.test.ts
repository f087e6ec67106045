import { expect, test } from 'vitest'
import { version } from '../../../src/doctor/checks/version.ts'
import { patientOf } from '../../../src/doctor/patient.ts'
import type { ProxmoxClient } from '../../../src/proxmox/client/client.ts'
import { createTaskPace } from '../../../src/proxmox/tasks/task-pace.ts'
import { loadSpec } from '../../../src/spec/load.ts'
import { realWorld } from '../../../src/world/world.ts'
import { example } from '../../proxmox/permissions/world-for.ts'
import { root } from '../../shared-data.ts'

const never = () => Promise.reject(new Error('nothing else is asked'))

/** A Proxmox that tells nothing but its version. */
function telling(text: string): ProxmoxClient {
  return {
    get: () => Promise.resolve({ version: text, release: text.slice(0, 3) }),
    post: never,
    put: never,
    delete: never,
    upload: never,
    skew: () => 0,
    close: () => undefined,
    world: { clock: realWorld.clock, random: () => 0 },
    taskPace: createTaskPace(realWorld.clock),
  }
}

async function judged(text: string, file: string) {
  const loaded = await loadSpec(`examples/${file}`, { cwd: root })
  const about = { loaded, desired: await example(file), user: 'a@pve!b', world: realWorld, begun: [], roleCommand: '' }
  const [finding] = await version.run(patientOf({ ...about, client: telling(text), requireImage: never }))
  return finding?.status
}

test.each([
  ['7.4-17', 'homelab.yaml', 'fail'],
  ['8.3.5', 'homelab.yaml', 'fail'],
  ['8.3.5', 'capacity.yaml', 'ok'],
  ['8.4.1', 'homelab.yaml', 'ok'],
  ['9.2.11', 'homelab.yaml', 'ok'],
  ['10.0.1', 'homelab.yaml', 'warn'],
])('Proxmox VE %s for %s: %s', async (text, file, status) => {
  expect(await judged(text, file)).toBe(status)
})
