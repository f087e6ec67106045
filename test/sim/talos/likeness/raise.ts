import { applyConfig } from '../../../../src/talos/api/apply.ts'
import { bootstrap } from '../../../../src/talos/api/bootstrap.ts'
import { openMaintenance } from '../../../../src/talos/api/maintenance.ts'
import { probe } from '../../../../src/talos/api/probe.ts'
import { realClock, wait } from '../../../../src/world/clock.ts'
import { controlPlanes, first, type openRecordedLab } from './recorded-lab.ts'

type RecordedLab = Awaited<ReturnType<typeof openRecordedLab>>

/** Brings the simulated control planes up, until all of them run. */
export async function raise({ world, boot, config, cluster, etcdOn, bringNetwork, stage }: RecordedLab): Promise<void> {
  for (const address of controlPlanes) {
    boot(address)
    await until(async () => (await probe({ ...world, address })).kind === 'maintenance')
    const state = await probe({ ...world, address })
    const fingerprint = state.kind === 'maintenance' ? state.fingerprint : ''
    const { node, close } = openMaintenance({ ...world, address, fingerprint })
    await applyConfig(node, config, { mode: 'auto' })
    close()
  }
  await until(async () => (await etcdOn(first))?.state === 'Preparing')
  await bootstrap(cluster.node(first))
  await until(async () => bringNetwork())
  for (const address of controlPlanes) await until(async () => (await stage(address)) === 'running true')
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(realClock, 50)
}
