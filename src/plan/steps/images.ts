import type { Live } from '../../live/live.ts'
import { printImageName } from '../../proxmox/images/file-name.ts'
import type { Machine } from '../../resolve/desired.ts'
import type { Action } from '../action.ts'
import { storageLimit } from '../limits.ts'
import { actionId, makeAction } from '../make-action.ts'
import type { MachineSituation, Situation } from '../situation.ts'

/** Images and templates for the machines that are still to be made; each once per storage, or per host where it is local. */
export function planImages(situation: Situation): readonly Action[] {
  const missing = situation.machines.filter(needsImage)
  const byId = new Map<string, Action>()
  for (const { machine } of missing) {
    for (const action of imageActions(situation, machine)) if (!byId.has(action.id)) byId.set(action.id, action)
  }
  return [...byId.values()]
}

/** The actions that must be done before a machine can be made. */
export function imageNeeds(situation: Situation, machine: Machine): readonly string[] {
  return imageActions(situation, machine).map(({ id }) => id)
}

const needsImage = ({ progress, vm }: MachineSituation): boolean =>
  progress === 'absent' || (progress === 'unfinished' && vm?.unfinished?.missing.length !== 0)

function imageActions(situation: Situation, machine: Machine): readonly Action[] {
  const { source } = machine.image
  const image = isThere(situation, machine) ? [] : [fetch(situation, machine)]
  if (source.mode === 'iso') return source.volume === undefined ? image : []
  if (source.mode === 'import') return image
  return source.prepare ? [...image, template(situation, machine)] : []
}

function fetch(situation: Situation, machine: Machine): Action {
  const { desired } = situation
  const { image, storage } = machine
  const host = hostOf(machine)
  const limit = storageLimit(situation.storage, storage.images, host)
  const target = imageTarget(situation, machine, host)
  const data = { machine: machine.name, host, storage: storage.images }
  const reason = `machines start from Talos ${image.version}, made by ${new URL(desired.talos.factory).host}`
  return makeAction('image.fetch', target, data, { effect: 'create', reason, limits: [limit, `host:${host}`] })
}

function template(situation: Situation, machine: Machine): Action {
  const { image, storage } = machine
  const { place } = situation.storage
  const host = hostOf(machine)
  const limit = storageLimit(situation.storage, storage.templates, host)
  const target = `${place(storage.templates, host)}/${templateName(situation, machine)}`
  const needs = [actionId('image.fetch', imageTarget(situation, machine, host))]
  const reason = `machines are clones of a template of Talos ${image.version}`
  const data = { machine: machine.name, host }
  return makeAction('template.prepare', target, data, {
    effect: 'create',
    reason,
    needs,
    limits: [limit, `host:${host}`],
  })
}

/** Where it goes stands first: the name is long, the same on all hosts, and cut where there is little room. */
const imageTarget = ({ live, storage }: Situation, machine: Machine, host: string): string =>
  `${storage.place(machine.storage.images, host)}/${imageName(live, machine)}`

/** The name of the file that a machine starts from: two machines with the same image have the same one. */
export function imageName({ schematics }: Pick<Live, 'schematics'>, { name, image }: Machine): string {
  const { version, arch, secureBoot, source } = image
  const extension = source.mode === 'iso' ? 'iso' : 'qcow2'
  return printImageName({ version, arch, secureBoot, schematic: schematics[name] ?? '', extension })
}

/** Whether an image is there already; files on a shared storage are the same for every host. */
function isThere(situation: Situation, machine: Machine): boolean {
  const { has, place } = situation.storage
  return has(imageName(situation.live, machine), place(machine.storage.images, hostOf(machine)))
}

function templateName(situation: Situation, machine: Machine): string {
  const { source } = machine.image
  const named = source.mode === 'template' ? (source.name ?? source.vmid) : undefined
  return String(named ?? imageName(situation.live, machine))
}

function hostOf({ name, host }: Machine): string {
  if (host === undefined) throw new Error(`${name} has no host though Proxmox answered`)
  return host
}
