import { UserError } from '../../user-error.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { activeTasks } from '../tasks/active-tasks.ts'
import { joinTask } from '../tasks/join-task.ts'
import type { TaskOptions } from '../tasks/wait-for-task.ts'
import { ensureImage } from './ensure-image.ts'
import { type Candidate, chooseTemplate, findCandidates, isNameless } from './find-template.ts'
import { makeTemplate } from './make-template.ts'
import type { Template, WantedTemplate } from './template-for.ts'

/** Looks for the template of a host without changing anything; undefined when it is still to be made. */
export async function findTemplate(client: ProxmoxClient, wanted: WantedTemplate): Promise<Template | undefined> {
  const found = await chooseTemplate(client, wanted, await findCandidates(client, wanted))
  if (found !== undefined) requireSameSchematic(wanted, found)
  return found === undefined ? undefined : { vmid: found.vmid, node: found.node }
}

/** Sees to it that a host has the template that its machines are cloned from. May be repeated at any time. */
export async function ensureTemplate(
  client: ProxmoxClient,
  wanted: WantedTemplate,
  options: TaskOptions = {},
): Promise<Template> {
  const found = (await findTemplate(client, wanted)) ?? (await findMade(client, wanted, options))
  if (found !== undefined) return found
  const { host, making } = wanted
  if (making === undefined) throw missing(wanted)
  await ensureImage(client, host, making.image, options)
  return await makeTemplate(client, wanted, making, options)
}

/** What a run that was killed has begun may be this template, and does not say so before it is made. */
async function findMade(
  client: ProxmoxClient,
  wanted: WantedTemplate,
  options: TaskOptions,
): Promise<Template | undefined> {
  const { host: node } = wanted
  const creations = (await activeTasks(client, node)).filter(({ type }) => type === 'qmcreate')
  for (const { type, id } of creations) await joinTask(client, { node, type, id }, options)
  const left = (await findCandidates(client, wanted)).find(isNameless)
  if (left !== undefined) throw halfMade(left)
  return await findTemplate(client, wanted)
}

const halfMade = ({ vmid, node }: Candidate) =>
  new UserError(
    'template-locked',
    `VM ${vmid} on ${node}, which is to be a template, is half made and locked (create)`,
    {
      hint: `no task makes it any more: \`qm unlock ${vmid}\` and \`qm destroy ${vmid}\` on ${node}, then run again`,
    },
  )

/** A template of ours that was made for other extensions would give machines without them. */
function requireSameSchematic({ making, name }: WantedTemplate, { vmid, node, schematic }: Candidate): void {
  if (making === undefined || schematic === undefined || schematic === making.schematic) return
  throw new UserError('template-other', `the template ${name} (VM ${vmid} on ${node}) was made with other extensions`, {
    hint: 'give the new one another name in `image.template.name`, or remove the old one: machines that were cloned in full do not need it',
  })
}

const missing = ({ host, name, isNamed, vmid }: WantedTemplate) =>
  new UserError(
    'template-missing',
    `${host} has no template ${isNamed ? name : vmid}, and none of another host is on a storage that it shares`,
    { hint: 'make it there, correct `image.template`, or set `image.template.prepare: true` to have it made' },
  )
