import { seconds } from '../../../world/clock.ts'
import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'
import { bootDiskBytes, guestCpus, guestMemory } from '../../guests/facts.ts'
import { overviewOf } from '../cluster/overview.ts'
import { hostFacts, hostNumbers, hostUptime } from '../cluster/resource-rows.ts'
import { loadVm } from '../qemu/config/vm-file.ts'
import { enabledStorage } from '../storage/definition.ts'
import { usageOf } from '../storage/usage.ts'

/** Seconds between two points, and how many points there are. */
const frames: Readonly<Record<string, readonly [number, number]>> = {
  hour: [60, 60],
  day: [60, 1440],
  week: [1800, 336],
  month: [1800, 1440],
  year: [21_600, 1460],
  decade: [604_800, 521],
}

type FrameCall = Call<{ timeframe: string }>

/** Points up to now; before something was there, a point has nothing but its time. */
function points({ sim, params }: FrameCall, since: number, numbers: object) {
  const [step, count] = frames[params.timeframe] ?? [60, 60]
  const last = Math.floor(seconds(sim.clock) / step) * step
  return Array.from({ length: count }, (_, at) => {
    const time = last - (count - 1 - at) * step
    return time < since ? { time } : { time, ...numbers }
  })
}

function ofHost(call: Call<{ node: string; timeframe: string }>) {
  const host = call.sim.world.hosts.find(({ name }) => name === call.node)
  if (host === undefined) throw died(`no such cluster node '${call.node}'`)
  const { maxcpu, maxmem, maxdisk, cpu, mem, disk } = {
    cpu: 0,
    mem: 0,
    disk: 0,
    ...hostNumbers(hostFacts(overviewOf(call.sim.world), host, true), hostUptime(host, call.sim.clock.now())),
  }
  return points(call, host.bootedAt / 1000, {
    ...{ cpu, maxcpu, iowait: 0, loadavg: cpu * maxcpu, netin: 0, netout: 0, swaptotal: 0, swapused: 0 },
    ...{ memtotal: maxmem, memused: mem, memavailable: maxmem - mem, roottotal: maxdisk, rootused: disk },
  })
}

function ofGuest(call: Call<{ vmid: number; timeframe: string }>) {
  const vm = loadVm(call, call.params.vmid)
  const since = vm.run === undefined ? Infinity : vm.run.since / 1000
  const memory = guestMemory(vm)
  return points(call, since, {
    ...{ cpu: 0.01, maxcpu: guestCpus(call.sim.world, vm), mem: Math.round(memory / 4), maxmem: memory },
    ...{ disk: 0, maxdisk: bootDiskBytes(vm), diskread: 0, diskwrite: 0, netin: 0, netout: 0 },
  })
}

function ofStorage(call: Call<{ storage: string; timeframe: string }>) {
  const { sim, node, params } = call
  const { total, used } = usageOf(sim.world, enabledStorage(sim.world, params.storage, node), node)
  return points(call, 0, { total, used })
}

/** Numbers over time: those of now, for as long as there is anything to measure. */
export const rrdHandlers: Handlers = {
  'GET /nodes/{node}/rrddata': ofHost,
  'GET /nodes/{node}/qemu/{vmid}/rrddata': ofGuest,
  'GET /nodes/{node}/storage/{storage}/rrddata': ofStorage,
}
