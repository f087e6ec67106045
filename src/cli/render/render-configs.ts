import path from 'node:path'
import { writePrivate } from '../../files/write-private.ts'
import { readFacts } from '../../run/home/facts.ts'
import { homeOf } from '../../run/home/home.ts'
import { offlineSchematic } from '../../run/render/offline-schematic.ts'
import { renderCluster } from '../../run/render/render-cluster.ts'
import { locateProblems } from '../../spec/locate.ts'
import { renderProblems } from '../../spec/render-problems.ts'
import { visible } from '../../spec/visible-text.ts'
import { placeholderEndpoint } from '../../talos/render/placeholder.ts'
import type { Session } from '../command.ts'
import { count } from '../count.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { machineNamed } from '../machine-named.ts'
import { readCluster } from '../read-cluster.ts'
import { chooseSecrets } from './choose-secrets.ts'
import { configText } from './config-text.ts'

/** What to render, and how. */
export interface RenderOptions {
  readonly file: string
  readonly node: string | undefined
  readonly out: string | undefined
  readonly origin: boolean
  readonly showSecrets: boolean
  readonly secrets: string | undefined
}

/** Prints or writes the machine configs of a cluster file, or says why they must not be sent. */
export async function renderConfigs(options: RenderOptions, { io, out, err, world }: Session): Promise<ExitCode> {
  const { loaded, desired: wanted, problems } = await readCluster(options.file, io)
  const style = { color: err.color, columns: err.columns }
  if (wanted === undefined) {
    err.print(renderProblems(problems, style))
    return exitCodes.invalidSpec
  }
  const home = homeOf(path.resolve(io.cwd, options.file), wanted.name)
  const facts = await readFacts(home)
  // A cluster keeps the contract it was made with.
  const desired = facts === undefined ? wanted : { ...wanted, talos: { ...wanted.talos, contract: facts.contract } }
  const machines = options.node === undefined ? desired.machines : [machineNamed(options.node, desired)]
  const now = new Date(world.clock.now())
  const secrets = await chooseSecrets(options, {
    home,
    desired,
    machines,
    io,
    now,
    warn: (text) => err.print(`${text}\n`),
  })
  const endpoint = facts?.endpoint ?? placeholderEndpoint
  const input = { loaded, desired, ...secrets, schematic: offlineSchematic, endpoint }
  const rendered = renderCluster(input, machines)
  const found = locateProblems(
    loaded.source,
    rendered.flatMap((one) => one.problems),
  )
  if (found.length > 0) err.print(renderProblems(found, style))
  if (found.some(({ severity }) => severity === 'error')) return exitCodes.invalidSpec
  const texts = rendered.map((one) => ({ name: one.machine, text: configText(one, input, options) }))
  if (options.out === undefined) out.print(texts.map(({ text }) => text).join('---\n'))
  else {
    const folder = path.resolve(io.cwd, options.out)
    for (const { name, text } of texts) await writePrivate(path.join(folder, `${name}.yaml`), text)
    out.print(`${count(texts.length, 'machine config')} written to ${visible(options.out)}\n`)
  }
  return exitCodes.ok
}
