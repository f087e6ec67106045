import type { Vm } from '../../../../world/vm.ts'
import { bootDiskBytes, guestCpus, guestMemory, guestName } from '../../../guests/facts.ts'
import type { Asking } from '../asking.ts'
import { isOn, isTemplate } from '../config/config-lock.ts'
import { parseNet } from '../config/net.ts'

const MIB = 1024 ** 2

/** A machine as lists show it. */
export function statusRow({ sim }: Pick<Asking, 'sim'>, vm: Vm) {
  const { vmid, config, run } = vm
  const memory = guestMemory(vm)
  return {
    vmid,
    name: guestName(vm),
    status: run === undefined ? 'stopped' : 'running',
    cpus: guestCpus(sim.world, vm),
    maxmem: memory,
    maxdisk: bootDiskBytes(vm),
    disk: 0,
    netin: 0,
    netout: 0,
    ...(run === undefined ? OFF : runningNumbers({ sim }, vm, memory)),
    ...(isOn(config.balloon)
      ? { balloon_min: Number(config.balloon) * MIB, shares: Number(config.shares ?? 1000) }
      : {}),
    ...(isTemplate(vm) ? { template: 1 } : {}),
    ...(Object.keys(config).some((key) => /^serial\d+$/.test(key)) ? { serial: 1 } : {}),
    ...(config.lock === undefined ? {} : { lock: config.lock }),
    ...(config.tags === undefined ? {} : { tags: config.tags }),
  }
}

const OFF = { uptime: 0, cpu: 0, mem: 0, memhost: 0 }

function runningNumbers({ sim }: Pick<Asking, 'sim'>, { run }: Vm, memory: number) {
  return {
    pid: run?.pid,
    uptime: run === undefined ? 0 : Math.floor((sim.clock.now() - run.since) / 1000),
    cpu: 0.01,
    mem: Math.round(memory / 4),
    memhost: Math.round(memory / 2),
    pressurecpusome: 0,
    pressurecpufull: 0,
    pressureiosome: 0,
    pressureiofull: 0,
    pressurememorysome: 0,
    pressurememoryfull: 0,
  }
}

/** What is shown of one machine beside its row. */
export function detailedRow(asking: Pick<Asking, 'sim'>, vm: Vm) {
  const { run } = vm
  return {
    ...statusRow(asking, vm),
    qmpstatus: run === undefined ? 'stopped' : run.status,
    ...(run === undefined ? {} : nicsOf(asking, vm)),
  }
}

/** Traffic of each card that has an end on the host. */
function nicsOf({ sim }: Pick<Asking, 'sim'>, { vmid, config }: Vm) {
  const taps = Object.keys(config).flatMap((key) => {
    const [, index] = /^net(\d+)$/.exec(key) ?? []
    const isBridged = index !== undefined && parseNet(sim.world, config[key] ?? '').options.bridge !== undefined
    return isBridged ? [[`tap${vmid}i${index}`, { netin: 0, netout: 0 }] as const] : []
  })
  return taps.length === 0 ? {} : { nics: Object.fromEntries(taps) }
}
