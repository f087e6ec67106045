import { createHash } from 'node:crypto'
import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import { seconds } from '../../../world/clock.ts'
import { cpusOf, type Host } from '../../../world/host.ts'
import { has } from '../../auth/rights.ts'
import type { Call, Handlers, LooseParameters, RestHandlers } from '../../call.ts'
import { died } from '../../failure.ts'
import { certificateOf, fingerprintOf } from '../../http/certificate.ts'
import { overviewOf } from '../cluster/overview.ts'
import { hostFacts, hostRow, hostUptime, usedMemory } from '../cluster/resource-rows.ts'
import { hostOf } from './host.ts'

async function list({ sim, caller }: Call<object>) {
  // Every node has a certificate from its installation on, also one that nobody has asked anything yet.
  for (const host of sim.world.hosts) await certificateOf(host)
  const overview = overviewOf(sim.world)
  return sim.world.hosts.map((host) => ({
    ...hostRow(
      hostFacts(overview, host, has(sim.world, caller.id, `/nodes/${host.name}`, ['Sys.Audit'])),
      hostUptime(host, sim.clock.now()),
    ),
    ssl_fingerprint: fingerprintOf(host),
  }))
}

function status(call: Call<object>) {
  const { sim } = call
  const host = hostOf(call)
  const { version, repoid, kernel } = sim.release
  const used = usedMemory(overviewOf(sim.world), host)
  const rootUsed = Math.round(host.rootBytes / 10)
  const free = host.memoryBytes - used
  return {
    uptime: Math.floor((sim.clock.now() - host.bootedAt) / 1000),
    loadavg: ['0.10', '0.10', '0.10'],
    cpu: 0.02,
    wait: 0,
    idle: 0,
    cpuinfo: cpuInfo(host),
    memory: { total: host.memoryBytes, used, free, available: free },
    swap: { total: 0, used: 0, free: 0 },
    rootfs: {
      total: host.rootBytes,
      used: rootUsed,
      free: host.rootBytes - rootUsed,
      avail: host.rootBytes - rootUsed,
    },
    ksm: { shared: 0 },
    kversion: `Linux ${kernel} #1 SMP PREEMPT_DYNAMIC PMX`,
    'current-kernel': {
      sysname: 'Linux',
      release: kernel,
      version: '#1 SMP PREEMPT_DYNAMIC PMX',
      machine: 'x86_64',
    },
    'boot-info': { mode: 'efi' },
    pveversion: `pve-manager/${version}/${repoid}`,
  }
}

function cpuInfo(host: Host) {
  const { sockets, cores, model } = host.cpu
  return {
    model,
    vendor: model.startsWith('AMD') ? 'AuthenticAMD' : 'GenuineIntel',
    family: '25',
    sockets,
    cores: sockets * cores,
    cpus: cpusOf(host),
    mhz: '3250.000',
    flags: 'fpu vme de pse tsc msr pae mce cx8 apic sep svm aes avx avx2',
    hvm: '1',
    user_hz: 100,
  }
}

function time(call: Call<object>) {
  const now = seconds(call.sim.clock)
  const { timezone } = hostOf(call)
  return { time: now, localtime: now + offsetSeconds(timezone, now), timezone }
}

/** How far a time zone is ahead at a moment. */
function offsetSeconds(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    at * 1000,
  )
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
}

function setDns(call: Call<{ search: string; dns1?: string; dns2?: string; dns3?: string }>) {
  const { search, dns1, dns2, dns3 } = call.params
  const host = hostOf(call)
  host.dns = { search, ...(dns1 && { dns1 }), ...(dns2 && { dns2 }), ...(dns3 && { dns3 }) }
  return null
}

function setTime(call: Call<{ timezone: string }>) {
  hostOf(call).timezone = call.params.timezone
  return null
}

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex')

function hostsFile(call: Call) {
  const { hostsFile: data } = hostOf(call)
  return { data, digest: sha1(data) }
}

function setHostsFile(call: Call) {
  const host = hostOf(call)
  const { digest, data } = call.params
  requireDigest(sha1(host.hostsFile), digest)
  host.hostsFile = String(data)
  return null
}

function requireDigest(current: string | undefined, given: unknown): void {
  if (typeof given === 'string' && given !== '' && current !== undefined && given !== current) {
    throw died('detected modified configuration - file changed by other user? Try again.')
  }
}

function nodeConfig(call: Call<{ property?: string }>) {
  const { config } = hostOf(call)
  const { property } = call.params
  if (property !== undefined) return config[property] === undefined ? {} : { [property]: config[property] }
  return Object.keys(config).length === 0 ? {} : { ...config, digest: sha1(JSON.stringify(config)) }
}

function setNodeConfig(call: Call<{ node: string; delete?: string; digest?: string }>) {
  const host = hostOf(call)
  const { node: _, delete: removed = '', digest, ...given } = call.params
  requireDigest(sha1(JSON.stringify(host.config)), digest)
  const config = { ...host.config, ...asLines(given) }
  for (const key of splitList(removed)) delete config[key]
  host.config = config
  return null
}

/** Settings as their file keeps them: all text, and a description ends its last line. */
function asLines(given: LooseParameters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const text = typeof value === 'boolean' ? String(Number(value)) : String(value)
      return [key, key === 'description' && text !== '' ? `${text.replace(/\n$/, '')}\n` : text]
    }),
  )
}

/** Nodes and their settings. */
export const nodeHandlers: Handlers = {
  'GET /nodes': list,
  'GET /nodes/{node}/status': status,
  'GET /nodes/{node}/time': time,
  'PUT /nodes/{node}/time': setTime,
  'GET /nodes/{node}/dns': (call) => hostOf(call).dns,
  'PUT /nodes/{node}/dns': setDns,
  'GET /nodes/{node}/config': nodeConfig,
  'PUT /nodes/{node}/config': setNodeConfig,
}

/** Files of a node. */
export const nodeFileHandlers: RestHandlers = {
  'GET /nodes/{node}/hosts': hostsFile,
  'POST /nodes/{node}/hosts': setHostsFile,
}
