import type { Action, Offering } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import { isOffered, unique } from '../offers.ts'
import { isOff, type LeavingSituation, type MachineSituation, mayHaveConfig, type Situation } from '../situation.ts'

/** How a machine comes to its first config by itself; nothing where it has to be sent, or is not needed. */
export function offeringTo(situation: Situation, one: MachineSituation): Offering | undefined {
  const { machine, progress, offers } = one
  const { delivery } = machine.talos
  if (isOff(one) && !mayHaveConfig(situation, one)) return delivery === 'api' ? undefined : delivery
  return progress === 'booting' || progress === 'stopped' ? offers.reaches[0] : undefined
}

/** Whether a machine that is off would find a config though the file has it sent. */
export const isStale = (one: MachineSituation): boolean =>
  isOff(one) && one.machine.talos.delivery === 'api' && isOffered(one.offers)

/** Configs that machines find when they start, and what is left of those that they have found. */
export function planOffers(situation: Situation): readonly Action[] {
  return situation.machines.flatMap((one) => {
    const { progress } = one
    if (progress === 'host-down' || progress === 'foreign') return []
    const offering = offeringTo(situation, one)
    return [
      ...(offering !== undefined && isOpen(situation, one, offering) ? [offer(situation, one, offering)] : []),
      ...(mayHaveConfig(situation, one) ? [] : withdrawn(one, offering)),
    ]
  })
}

/** A CD lies in the drive by itself; an address answers only while this program runs, so that each run serves again. */
const isOpen = (situation: Situation, one: MachineSituation, offering: Offering): boolean =>
  offering === 'smbios' || (isOff(one) && !mayHaveConfig(situation, one))

const REASONS: Readonly<Record<Offering, string>> = {
  cidata: 'it finds its config on a CD when it starts',
  smbios: 'it fetches its config from talmox when it starts',
}

function offer({ desired }: Situation, { machine, vm }: MachineSituation, by: Offering): Action {
  const { name, vmid, host } = machine
  const before = ['vm.create', 'vm.configure', 'etcd.remove'] as const
  const needs = [actionId('secrets.create', desired.name), ...before.map((kind) => actionId(kind, name))]
  const limits = [`host:${vm?.host ?? host}`, `vm:${vmid}`]
  return makeAction(
    'config.offer',
    name,
    { machine: name, by },
    { effect: 'create', reason: REASONS[by], needs, limits },
  )
}

function withdrawn(one: MachineSituation, offering: Offering | undefined): readonly Action[] {
  const { machine, vm, offers } = one
  if (offering === undefined && !isOffered(offers)) return []
  const { name, vmid, uuid, storage } = machine
  const host = vm?.host ?? machine.host ?? ''
  const cds = unique([...offers.cds, ...(offering === 'cidata' ? [{ storage: storage.images, host }] : [])])
  const reason = isStale(one)
    ? 'its config is sent, and must not be found elsewhere'
    : 'it has its config, and the secrets in it stay nowhere else'
  const needs = isStale(one) ? [actionId('vm.configure', name)] : [actionId('talos.configured', name)]
  const limits = [`vm:${vmid}`, `host:${host}`]
  return [
    makeAction(
      'config.withdraw',
      name,
      { machine: name, vmid, uuid, host, cds },
      { effect: 'update', reason, needs, limits },
    ),
  ]
}

/** What is left of a config that was laid out for a machine that goes; nothing may keep its secrets. */
export function withdrawFrom(
  {
    name,
    vm,
    offers,
  }: Pick<LeavingSituation, 'name' | 'offers'> & {
    readonly vm: { readonly vmid: number; readonly uuid?: string | undefined; readonly host: string }
  },
  needs: readonly string[],
): readonly Action[] {
  if (!isOffered(offers)) return []
  const { vmid, uuid = '', host } = vm
  const data = { machine: name, vmid, uuid, host, cds: offers.cds }
  const reason = 'a config with secrets was laid out for it'
  return [
    makeAction('config.withdraw', name, data, {
      effect: 'destroy',
      reason,
      needs,
      limits: [`vm:${vmid}`, `host:${host}`],
    }),
  ]
}
