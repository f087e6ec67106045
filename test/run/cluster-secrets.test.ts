import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type ClusterSecrets, clusterSecrets } from '../../src/run/cluster-secrets.ts'
import { type Home, homeOf } from '../../src/run/home/home.ts'
import { realClock } from '../../src/world/clock.ts'
import { silentLog } from '../../src/world/log.ts'
import { createRedaction } from '../../src/world/redaction.ts'
import { resolved, smallCluster } from '../resolve/resolved.ts'

const desired = await resolved(smallCluster)

/** The secrets of a cluster without a home yet, and how often somebody was told that keys are computed. */
function newSecrets(
  home: Home = homeOf(path.join(mkdtempSync(path.join(tmpdir(), 'talmox-prepare-')), 'c.yaml'), desired.name),
) {
  const works: Promise<unknown>[] = []
  const clock = { ...realClock, computing: (work: Promise<unknown>) => void works.push(work) }
  const places = { env: {}, folder: path.dirname(home.folder), log: silentLog }
  const secrets: ClusterSecrets = clusterSecrets(home, desired, places, { redaction: createRedaction(), clock })
  return { home, secrets, works }
}

test('what is prepared is nowhere until it is made, and then it is what was prepared', async () => {
  const { home, secrets, works } = newSecrets()
  await secrets.prepare()
  await secrets.prepare()
  expect(works).toHaveLength(1)
  const [prepared] = await Promise.all(works)
  expect({ kept: existsSync(home.folder), found: await secrets.find() }).toEqual({ kept: false, found: undefined })
  expect(await secrets.create()).toBe(prepared)
  expect(await newSecrets(home).secrets.find()).toEqual(prepared)
})

test('nothing is prepared for a cluster that has secrets, and what somebody else made meanwhile is used', async () => {
  const first = newSecrets()
  const late = newSecrets(first.home)
  await late.secrets.prepare()
  const made = await first.secrets.create()
  expect(await late.secrets.create()).toEqual(made)
  const third = newSecrets(first.home)
  await third.secrets.prepare()
  expect(third.works).toEqual([])
})
