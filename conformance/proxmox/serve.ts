// Serves a simulated Proxmox on a free port of this computer until its input ends; each line of input asks for the world.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { worldFetcher } from '../../sim/proxmox/fetcher.ts'
import { certificateOf } from '../../sim/proxmox/http/certificate.ts'
import { serveHost } from '../../sim/proxmox/http/server.ts'
import { createSimulator } from '../../sim/proxmox/simulator.ts'
import { buildWorldFromYaml } from '../../sim/world/build.ts'
import { acceleratedClock } from '../../sim/world/clock.ts'
import { addressedGuests } from './addressed-guests.ts'

const [file = '', speed = '10'] = process.argv.slice(2)
const clock = acceleratedClock(Number(speed))
const world = buildWorldFromYaml(readFileSync(file, 'utf8'), clock.now())
const sim = createSimulator(world, clock, worldFetcher(world), addressedGuests(world.guests, clock))
const [host] = world.hosts
if (host === undefined) throw new Error(`the world of ${file} has no host`)
const { port, close } = await serveHost(sim, host, { address: '127.0.0.1', port: 0 })
const { authority } = await certificateOf(host)
// Made now, so that the world does not change when somebody asks for them.
for (const each of world.hosts) await certificateOf(each)
console.log(JSON.stringify({ port, authority }))

for await (const _ of createInterface({ input: process.stdin })) console.log(JSON.stringify(world))
await close()
process.exit()
