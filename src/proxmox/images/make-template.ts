import { UserError } from '../../user-error.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { isProxmoxError } from '../client/error.ts'
import { expected, readNumber } from '../decode.ts'
import { callValues, checkedCall } from '../hardware/call-parameters.ts'
import { bringAbout } from '../tasks/bring-about.ts'
import { joinTask } from '../tasks/join-task.ts'
import { performTask } from '../tasks/perform-task.ts'
import type { TaskOptions } from '../tasks/wait-for-task.ts'
import { type Candidate, findCandidates, readCandidate } from './find-template.ts'
import { type Template, type TemplateMaking, templateDisk, type WantedTemplate } from './template-for.ts'
import { printTemplateNotes } from './template-notes.ts'

const MOST_TRIES = 5

/** Makes a template from an image that is there, or goes on with one that an earlier run began. */
export async function makeTemplate(
  client: ProxmoxClient,
  wanted: WantedTemplate,
  making: TemplateMaking,
  options: TaskOptions,
): Promise<Template> {
  const begun = (await findCandidates(client, wanted)).filter(({ node }) => node === wanted.host)
  const ours = begun.find(({ schematic }) => schematic === making.schematic)
  const usable = ours === undefined ? undefined : await resume(client, ours, making, options)
  const machine = usable ?? (await create(client, wanted, making, options))
  await convert(client, machine, options)
  return { vmid: machine.vmid, node: machine.node }
}

/** What an earlier run left: with its disk it is as good as new, without it goes. */
async function resume(
  client: ProxmoxClient,
  begun: Candidate,
  { bootDisk }: TemplateMaking,
  options: TaskOptions,
): Promise<Candidate | undefined> {
  const { vmid, node, lock, disks } = begun
  if (lock !== undefined) throw locked(begun, lock)
  if (disks.has(bootDisk)) return begun
  const remove = { node, vmid, purge: true }
  const isGone = async () => (await readCandidate(client, begun)) === undefined
  await bringAbout(client, (call) => client.delete('/nodes/{node}/qemu/{vmid}', remove, call), isGone, options)
  return undefined
}

async function create(
  client: ProxmoxClient,
  wanted: WantedTemplate,
  making: TemplateMaking,
  options: TaskOptions,
): Promise<Template> {
  for (let tries = 1; ; tries++) {
    const vmid = await freeVmid(client, wanted.vmid)
    try {
      return await createAs(client, vmid, wanted, making, options)
    } catch (error) {
      // Proxmox reserves no VMID: somebody took it after we asked.
      if (!isProxmoxError(error, 'proxmox-exists') || tries === MOST_TRIES) throw error
    }
  }
}

/** The VMID that is wanted, if nobody has it yet; otherwise any that is free. */
async function freeVmid(client: ProxmoxClient, wished: number | undefined): Promise<number> {
  const ask = async (parameters: { vmid?: number }) => {
    const answer = await client.get('/cluster/nextid', parameters)
    return expected(readNumber(answer), 'a free VMID', answer)
  }
  if (wished === undefined) return await ask({})
  return await ask({ vmid: wished }).catch((error: unknown) => {
    if (isProxmoxError(error, 'proxmox-exists')) return ask({})
    throw error
  })
}

async function createAs(
  client: ProxmoxClient,
  vmid: number,
  { host, name }: WantedTemplate,
  making: TemplateMaking,
  options: TaskOptions,
): Promise<Template> {
  const { bootDisk, keys, pool } = making
  const parameters = checkedCall('9', 'POST', '/nodes/{node}/qemu', {
    ...callValues({ ...keys, name, description: printTemplateNotes(making), [bootDisk]: templateDisk(making, '9') }),
    boot: `order=${bootDisk}`,
    node: host,
    vmid,
    ...(pool === undefined ? {} : { pool }),
  })
  const isMade = async () => {
    // Until its task has ended nothing tells whose it is, and another one would be made beside it.
    await joinTask(client, { node: host, type: 'qmcreate', id: String(vmid) }, options)
    const made = await readCandidate(client, { vmid, node: host })
    return made?.schematic === making.schematic && made.lock === undefined && made.disks.has(bootDisk)
  }
  await performTask(client, (call) => client.post('/nodes/{node}/qemu', parameters, call), {
    ...options,
    reread: isMade,
  })
  return { vmid, node: host }
}

async function convert(client: ProxmoxClient, { vmid, node }: Template, options: TaskOptions): Promise<void> {
  const isDone = async () => (await readCandidate(client, { vmid, node }))?.isTemplate === true
  if (await isDone()) return
  const template = { node, vmid }
  await bringAbout(client, (call) => client.post('/nodes/{node}/qemu/{vmid}/template', template, call), isDone, options)
}

const locked = ({ vmid, node, name }: Candidate, lock: string) =>
  new UserError('template-locked', `the template ${name} (VM ${vmid} on ${node}) is half made and locked (${lock})`, {
    hint: `wait if it is still being made; if no task of it is running any more, \`qm unlock ${vmid}\` and \`qm destroy ${vmid}\` on ${node}, then run again`,
  })
