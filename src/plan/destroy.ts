import type { Live } from '../live/live.ts'
import type { ObservedVm } from '../proxmox/observe/observed.ts'
import { leftOutsideHint } from '../proxmox/ownership/left-outside.ts'
import type { Desired } from '../resolve/desired.ts'
import { groupBy } from '../resolve/group-by.ts'
import type { Action } from './action.ts'
import { planUnneeded } from './destroy-images.ts'
import { lockedMachine } from './guards/locked.ts'
import { actionId, makeAction } from './make-action.ts'
import { offersTo } from './offers.ts'
import { order } from './order.ts'
import type { Finding, Plan } from './plan-type.ts'
import { poolComment } from './pool-comment.ts'
import { situationOf } from './situation.ts'
import { withdrawFrom } from './steps/offers.ts'

/** What goes besides the machines. */
export interface Besides {
  /** Images and templates that nobody else needs; the world has to be looked at with `inventory`. */
  readonly images?: boolean
  readonly secrets?: boolean
}

/** What has to be done to leave nothing of a cluster; images and secrets stay unless they are to go, too. */
export function planDestroy(desired: Desired, live: Live, { images = false, secrets = false }: Besides = {}): Plan {
  const vms = distinct(live.proxmox.vms.filter(({ template }) => !template))
  const gone = vms.map((vm) => actionId('vm.delete', vm.name))
  const unneeded = images ? planUnneeded(desired, live, gone) : NOTHING
  const machines = [
    ...vms.flatMap((vm) => removal(live, vm)),
    ...forgetEtcd(desired, live, gone),
    ...leftBehind(desired, live),
    ...unneeded.actions,
  ]
  const all = [...machines, ...emptyPool(desired, live, machines)]
  const wanted = order(secrets ? [...all, ...deleteSecrets(desired, live, all)] : all)
  const findings = [
    ...protection(desired, vms),
    ...unread(live),
    ...outOfSight(desired, live),
    ...locks(desired, live, wanted),
    ...unneeded.findings,
  ]
  const isRefused = findings.some(({ level }) => level === 'refused')
  return { cluster: desired.name, actions: isRefused ? [] : wanted, findings, later: [] }
}

/** People may give several VMs one name, and each is to be destroyed under its own. */
function distinct(vms: readonly ObservedVm[]): readonly ObservedVm[] {
  const groups = groupBy(vms, ({ name }) => name)
  return vms.map((vm) => (groups.get(vm.name)?.length === 1 ? vm : { ...vm, name: `${vm.name} (VM ${vm.vmid})` }))
}

/** Configs that were laid out for machines of which nothing else is left. */
function leftBehind({ machines }: Desired, live: Live): readonly Action[] {
  const there = new Set(live.proxmox.vms.map(({ vmid }) => vmid))
  return machines
    .filter(({ vmid }) => !there.has(vmid))
    .flatMap(({ name, vmid, uuid, host = '' }) =>
      withdrawFrom({ name, vm: { vmid, uuid, host }, offers: offersTo(live, uuid, undefined) }, []),
    )
}

const NOTHING = { actions: [], findings: [] }

function removal(live: Live, vm: ObservedVm): readonly Action[] {
  const data = { machine: vm.name, vmid: vm.vmid, uuid: vm.uuid ?? '', host: vm.host }
  const limits = [`vm:${vm.vmid}`, `host:${vm.host}`]
  const reason = 'the cluster is destroyed'
  const remove = makeAction('vm.delete', vm.name, data, {
    effect: 'destroy',
    reason,
    needs: [actionId('vm.stop', vm.name), actionId('config.withdraw', vm.name)],
    limits,
    details: [`VM ${vm.vmid} on ${vm.host} with its disks`],
  })
  const stop = makeAction('vm.stop', vm.name, data, { effect: 'destroy', reason, limits })
  const offers = offersTo(live, vm.uuid ?? '', vm)
  return [...(vm.power === 'running' ? [stop] : []), ...withdrawFrom({ name: vm.name, vm, offers }, [stop.id]), remove]
}

/** Without its machines etcd is gone for good, and may be begun anew; an address that one of them had is nobody's. */
function forgetEtcd({ name }: Desired, { home }: Live, needs: readonly string[]): readonly Action[] {
  if (home.bootstrapped === undefined && home.learntEndpoint === undefined) return []
  const what = home.bootstrapped === undefined ? 'the address of the Kubernetes API' : 'its data'
  const reason = `${what} goes with the machines`
  return [makeAction('etcd.forget', name, {}, { effect: 'destroy', reason, needs })]
}

/** The pool goes when talmox made it and nothing but the cluster was in it. */
function emptyPool({ name, proxmox }: Desired, live: Live, actions: readonly Action[]): readonly Action[] {
  const pool = live.proxmox.pools.find(({ id }) => id === proxmox.pool)
  const leaving = actions.flatMap((action) =>
    action.kind === 'vm.delete' || action.kind === 'template.delete' ? [action] : [],
  )
  const ours = new Set(leaving.map(({ data }) => data.vmid))
  if (pool?.comment !== poolComment(name) || !pool.vmids.every((vmid) => ours.has(vmid))) return []
  const needs = leaving.map(({ id }) => id)
  const reason = 'talmox made it, and nothing else is in it'
  return [makeAction('pool.delete', pool.id, { pool: pool.id }, { effect: 'destroy', reason, needs })]
}

/** Machines that are left would be lost without them, so that they go last. */
function deleteSecrets({ name }: Desired, { home }: Live, before: readonly Action[]): readonly Action[] {
  if (home.secrets === 'missing' && home.contract === undefined) return []
  const reason = 'nothing is left that they could open'
  const details = [
    'with talosconfig, kubeconfig and whatever else was made with them in the folder of artefacts',
    'snapshots of its etcd can never be restored without them',
  ]
  const needs = before.map(({ id }) => id)
  return [makeAction('secrets.delete', name, {}, { effect: 'destroy', reason, needs, details })]
}

function protection({ name, protection, machines }: Desired, vms: readonly ObservedVm[]): readonly Finding[] {
  const there = new Set(vms.map(({ vmid }) => vmid))
  const held = machines.filter(({ vm, vmid }) => vm.protection && there.has(vmid)).map((machine) => machine.name)
  if (vms.length === 0 || (!protection && held.length === 0)) return []
  const message = protection ? '`protection` is on in the file' : `\`vm.protection\` is on for ${held.join(', ')}`
  const hint = protection ? 'set `protection: false` first' : 'set `vm.protection: false` first, and run `talmox up`'
  return [{ code: 'protected', level: 'refused', target: name, message, hint }]
}

function unread(live: Live): readonly Finding[] {
  return live.proxmox.unread.map(({ vmid, name, host }) => ({
    code: 'host-down',
    level: 'refused',
    target: name ?? String(vmid),
    message: `${host} does not answer, so VM ${vmid} on it cannot be removed`,
    hint: 'bring the host back, then run again; nothing was removed, so that nothing is left behind',
  }))
}

/** What would stay behind unseen is said before the pool, and what is known of it, are gone. */
function outOfSight({ proxmox, machines }: Desired, live: Live): readonly Finding[] {
  return (live.proxmox.outOfSight ?? []).map(({ vmid, host }) => ({
    code: 'guest-in-the-way',
    level: 'refused',
    target: machines.find((machine) => machine.vmid === vmid)?.name ?? String(vmid),
    message: `VM ${vmid} may not be seen, and may be what a making on ${host} that was cut off has left`,
    hint: leftOutsideHint({ vmid, host }, proxmox.pool ?? 'POOL'),
  }))
}

function locks(desired: Desired, live: Live, actions: readonly Action[]): readonly Finding[] {
  const { code, level, check } = lockedMachine
  return check(situationOf(desired, live), actions).map((finding) => ({ code, level, ...finding }))
}
