import { ConnectError } from '@connectrpc/connect'
import { activate } from '../config/activate.ts'
import { judgeConfig } from '../config/judge.ts'
import { saveConfig } from '../config/save.ts'
import { systemDisk } from '../disk.ts'
import { emit } from '../events/emit.ts'
import { ownAddresses } from '../network/addresses.ts'
import { fetchSeed } from '../network/fetch-seed.ts'
import { platformConfig, seedAddress } from '../network/platform.ts'
import { configureNetwork } from '../network/up.ts'
import { cancelLater, later, type Node } from '../node.ts'
import { taskDone } from '../sequence/run.ts'
import type { Span } from '../sequence/tasks.ts'

/** How long Talos waits before it looks for its config again. */
const AGAIN_MS = 5000

/** Finds the config: what was saved, else what the platform brings, else somebody has to send one. */
export function loadConfig(node: Node): Span {
  const saved = systemDisk(node)?.state?.config
  if (saved !== undefined) {
    activate(node, saved)
    return 0
  }
  const address = seedAddress(node)
  if (address !== undefined && node.state.seed === undefined) {
    later(node, 'load-config', AGAIN_MS)
    fetchSettings(node, address)
    return 'until told'
  }
  const found = platformConfig(node)
  return found === undefined ? awaitConfig(node) : takeConfig(node, found)
}

/** Looks again, in a boot that has not found its config yet. */
export function loadConfigAgain(node: Node): void {
  if (node.state.stage === 'maintenance' || node.state.sequence?.open.includes('loadConfig') !== true) return
  if (loadConfig(node) === 0) taskDone(node, 'loadConfig')
}

function awaitConfig(node: Node): Span {
  emit(node, { type: 'TaskEvent', task: 'runningMaintenance', action: 'START' })
  node.state.stage = 'maintenance'
  return 'until told'
}

/** A config that is wrong does not lead to maintenance mode: Talos tries it for ever. */
function takeConfig(node: Node, text: string): Span {
  try {
    judgeConfig(node, text)
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error
    later(node, 'load-config', AGAIN_MS)
    return 'until told'
  }
  saveConfig(node, text)
  activate(node, text)
  return 0
}

/** Without an address nothing can be fetched; whatever fails is tried again. */
function fetchSettings(node: Node, address: string): void {
  const { state, live, talos } = node
  if (live.isFetching === true || !state.network.isUp || ownAddresses(node).length === 0) return
  live.isFetching = true
  fetchSeed(talos.network.dial, address, live.ending.signal)
    .then((files) => {
      if (talos.nodes.get(state.vmid) !== node || node.state !== state) return
      state.seed = files
      cancelLater(node, 'load-config')
      configureNetwork(node)
      talos.advance(node, loadConfigAgain)
    })
    .catch(() => undefined)
    .finally(() => {
      live.isFetching = false
    })
}
