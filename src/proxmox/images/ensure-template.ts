import { UserError } from '../../user-error.ts'
import type { ProxmoxClient } from '../client/client.ts'
import type { TaskOptions } from '../tasks/wait-for-task.ts'
import { ensureImage } from './ensure-image.ts'
import { type Candidate, chooseTemplate, findCandidates } from './find-template.ts'
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
  const found = await findTemplate(client, wanted)
  if (found !== undefined) return found
  const { host, making } = wanted
  if (making === undefined) throw missing(wanted)
  await ensureImage(client, host, making.image, options)
  return await makeTemplate(client, wanted, making, options)
}

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
