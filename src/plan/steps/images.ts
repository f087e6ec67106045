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
  if (source.mode === 'iso') return source.volume === undefined ? [fetch(situation, machine)] : []
  if (source.mode === 'import') return [fetch(situation, machine)]
  return source.prepare ? [fetch(situation, machine), template(situation, machine)] : []
}

function fetch({ live, desired }: Situation, machine: Machine): Action {
  const { image, storage } = machine
  const host = hostOf(machine)
  const limit = storageLimit(live, storage.images, host)
  const place = limit.slice('storage:'.length)
  const target = `${imageName(machine)}/${place}`
  const data = { machine: machine.name, host, storage: storage.images }
  const reason = `machines start from Talos ${image.version}, made by ${new URL(desired.talos.factory).host}`
  return makeAction('image.fetch', target, data, { effect: 'create', reason, limits: [limit, `host:${host}`] })
}

function template({ live }: Situation, machine: Machine): Action {
  const { image, storage } = machine
  const host = hostOf(machine)
  const limit = storageLimit(live, storage.templates, host)
  const place = limit.slice('storage:'.length)
  const target = `${templateName(machine)}/${place}`
  const needs = [actionId('image.fetch', `${imageName(machine)}/${storageLimit(live, storage.images, host).slice(8)}`)]
  const reason = `machines are clones of a template of Talos ${image.version}`
  const data = { machine: machine.name, host }
  return makeAction('template.prepare', target, data, {
    effect: 'create',
    reason,
    needs,
    limits: [limit, `host:${host}`],
  })
}

/** Two machines with the same image have the same name for it. */
function imageName({ image }: Machine): string {
  const { version, arch, secureBoot, extensions, kernelArgs, overlay, source } = image
  const parts = JSON.stringify([extensions, kernelArgs, overlay ?? null])
  const kind = source.mode === 'iso' ? 'iso' : 'disk'
  return `talos-${version}-${arch}${secureBoot ? '-secureboot' : ''}-${kind}-${fingerprint(parts)}`
}

function templateName(machine: Machine): string {
  const { source } = machine.image
  return source.mode === 'template' ? (source.name ?? String(source.vmid ?? imageName(machine))) : imageName(machine)
}

/** A short name for what an image contains; it need not be safe against anyone, only different. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

function hostOf({ name, host }: Machine): string {
  if (host === undefined) throw new Error(`${name} has no host though Proxmox answered`)
  return host
}
