import type { ImageFileLive, ImagesLive, Live, TemplateLive } from '../live/live.ts'
import type { Desired, Machine } from '../resolve/desired.ts'
import type { Action } from './action.ts'
import { few } from './few.ts'
import { makeAction } from './make-action.ts'
import { MAKING_MINUTES } from './making-minutes.ts'
import type { Finding } from './plan-type.ts'
import { imageName } from './steps/images.ts'

/** What goes, and what stays with the reason for it. */
interface Unneeded {
  readonly actions: readonly Action[]
  readonly findings: readonly Finding[]
}

const reason = 'nobody else needs it'

/** The images and templates of a cluster that nobody else needs, once its machines are gone. */
export function planUnneeded(desired: Desired, live: Live, after: readonly string[]): Unneeded {
  const { inventory } = live
  if (inventory === undefined) throw new Error('the images were not looked at')
  const prepared = preparedVmids(desired)
  const isMeant = (one: TemplateLive) => isTemplateOf(desired, live, one)
  const unfinished = inventory.unfinished.filter(isMeant)
  // Whoever copies a template copies its notes: only the VMID of the file tells a half-made one from a machine of somebody.
  const templates = [...inventory.templates.filter(isMeant), ...unfinished.filter(({ vmid }) => prepared.has(vmid))]
  const volumes = new Set(desired.machines.flatMap((machine) => volumeOf(live, machine) ?? []))
  const files = inventory.files.filter(({ volid }) => volumes.has(volid))
  const begun = stillLocked(prepared, inventory, templates)
  const standsAgainst = templates.length + files.length > 0 ? trouble(inventory, files) : undefined
  const against = [...begun, ...(standsAgainst === undefined ? [] : [{ target: desired.name, ...standsAgainst }])]
  if (against.length > 0) return { actions: [], findings: against.map((one) => ({ level: 'refused', ...one })) }
  const others = neighbours(desired, live, inventory)
  const templateNeeds = new Map(templates.map((one) => [one, others.needing(one, one.schematic)]))
  const fileNeeds = new Map(files.map((one) => [one, others.needing(one, one.image?.schematic ?? '')]))
  const goingTemplates = templates
    .filter((one) => templateNeeds.get(one)?.length === 0)
    .map((one) => destroy(one, after))
  const before = [...after, ...goingTemplates.map(({ id }) => id)]
  return {
    actions: [
      ...goingTemplates,
      ...files.filter((one) => fileNeeds.get(one)?.length === 0).map((one) => remove(one, before)),
    ],
    findings: [
      ...unfinished.filter(({ vmid }) => !prepared.has(vmid)).map(perhapsHalfMade),
      ...[...templateNeeds].flatMap(([{ vmid, name }, users]) =>
        kept(`template ${vmid} (${name})`, users, 'destroy it in Proxmox once nobody needs it'),
      ),
      ...[...fileNeeds].flatMap(([file, users]) =>
        kept(placeOf(file), users, 'once nobody needs it: talmox images prune'),
      ),
    ],
  }
}

/** Templates whose making has not come to its end, or was cut off by the end of their host: Proxmox removes nothing that is locked. */
function stillLocked(
  prepared: ReadonlySet<number>,
  { nameless, doubts }: ImagesLive,
  templates: readonly TemplateLive[],
): readonly Omit<Finding, 'level'>[] {
  const locked = [
    ...templates.flatMap(({ vmid, host, lock }) => (lock === undefined ? [] : [{ vmid, host, lock }])),
    ...nameless.filter(({ vmid }) => prepared.has(vmid)).map((one) => ({ ...one, lock: 'create' })),
  ]
  const isAtWork = doubts.some(({ passes }) => passes)
  return locked.map(({ vmid, host, lock }) => ({
    code: 'template-locked',
    target: `VM ${vmid}`,
    message: `it is to be a template, and is half made and locked (${lock}) on ${host}`,
    ...(isAtWork ? { passesWithin: MAKING_MINUTES } : {}),
    hint: `wait if it is still being made; if no task makes it any more, \`qm unlock ${vmid}\` and \`qm destroy ${vmid}\` on ${host}, then run again; ${otherwise}`,
  }))
}

/** The VMIDs that the file gives to templates which talmox makes. */
const preparedVmids = ({ machines }: Desired): ReadonlySet<number> =>
  new Set(
    machines.flatMap(({ image: { source } }) =>
      source.mode === 'template' && source.prepare && source.vmid !== undefined ? [source.vmid] : [],
    ),
  )

const perhapsHalfMade = ({ vmid, name, host }: TemplateLive): Finding => ({
  code: 'template-half-made',
  level: 'warning',
  target: `VM ${vmid} (${name})`,
  message: `it stays on ${host}, since it may be a template that was never finished, or a machine that somebody copied from one`,
  hint: `if nobody needs it: \`qm destroy ${vmid}\` on ${host}`,
})

const otherwise = 'or destroy the cluster without --images'

/** Why nothing can be removed; better known before the machines are gone. */
function trouble(
  { doubts: [doubt], untouchable }: ImagesLive,
  files: readonly ImageFileLive[],
): Omit<Finding, 'level' | 'target'> | undefined {
  if (doubt !== undefined) {
    const message = `nobody knows which images others need: ${doubt.message}`
    const passing = doubt.passes ? { passesWithin: MAKING_MINUTES } : {}
    return { code: 'images-doubt', message, hint: `${doubt.hint}; ${otherwise}`, ...passing }
  }
  const storages = untouchable.filter((id) => files.some(({ storage }) => storage === id))
  if (storages.length === 0) return undefined
  const message = `its images cannot be removed: the right Datastore.Allocate is missing on ${few(storages)}`
  return { code: 'images-right', message, hint: `give it: talmox role --prune; ${otherwise}` }
}

/** Who else there is: machines of this cluster do not count, since they go. */
function neighbours({ name }: Desired, { proxmox }: Live, { made }: ImagesLive) {
  const going = new Set(proxmox.vms.map(({ vmid }) => vmid))
  return {
    /** Those who refer to something, and other clusters that had their machines made from it. */
    needing({ usedBy }: Pick<ImageFileLive, 'usedBy'>, schematic: string): readonly string[] {
      const users = usedBy.filter(({ vmid }) => !going.has(vmid)).map((user) => `VM ${user.vmid}`)
      const clusters = made
        .filter((one) => one.cluster !== name && schematic !== '' && one.schematic.startsWith(schematic))
        .map(({ cluster }) => `the cluster ${cluster}`)
      return [...new Set([...users, ...clusters])]
    },
  }
}

/** Only what talmox prepared for this file is meant, not what merely happens to have its name. */
const isTemplateOf = ({ machines }: Desired, { schematics }: Live, { vmid, name, schematic }: TemplateLive): boolean =>
  machines.some(({ name: machine, image: { source, version } }) => {
    if (source.mode !== 'template' || !source.prepare || schematics[machine] !== schematic) return false
    return source.vmid === vmid || name === (source.name ?? `talos-${version}-${source.vmid}`)
  })

/** The file that talmox had fetched for a machine; nothing where somebody else put it there. */
function volumeOf(live: Live, machine: Machine): string | undefined {
  const { image, storage } = machine
  const { source } = image
  if (source.mode === 'template' ? !source.prepare : source.mode === 'iso' && source.volume !== undefined)
    return undefined
  return `${storage.images}:${source.mode === 'iso' ? 'iso' : 'import'}/${imageName(live, machine)}`
}

const placeOf = ({ volid, shared, host }: ImageFileLive): string => (shared ? volid : `${volid} on ${host}`)

function destroy({ vmid, name, host, halfMade }: TemplateLive, needs: readonly string[]): Action {
  const limits = [`vm:${vmid}`, `host:${host}`]
  const details = [`VM ${vmid} on ${host} with its disks${halfMade === true ? ', which is only half made' : ''}`]
  return makeAction(
    'template.delete',
    `${name} (VM ${vmid})`,
    { vmid, name, host },
    { effect: 'destroy', reason, needs, limits, details },
  )
}

function remove(file: ImageFileLive, needs: readonly string[]): Action {
  const { volid, storage, host, content } = file
  const limits = [`host:${host}`]
  return makeAction(
    'image.delete',
    placeOf(file),
    { volid, storage, host, content },
    { effect: 'destroy', reason, needs, limits },
  )
}

function kept(target: string, users: readonly string[], hint: string): readonly Finding[] {
  if (users.length === 0) return []
  const message = `it stays, since it is needed by ${few(users)}`
  return [{ code: 'image-needed', level: 'warning', target, message, hint }]
}
