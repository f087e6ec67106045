import type { PlacementHost, PlacementMachine, PlacementPolicy } from '../../src/placement/types.ts'

/** Who lives where; written without a look at how placement counts. */
export type Assignment = ReadonlyMap<PlacementMachine, PlacementHost>

/** One thing that must hold: the machines that count, and whether they are within the limit. */
interface Rule {
  readonly name: string
  readonly machines: readonly PlacementMachine[]
  readonly holds: boolean
}

/** Every rule that an assignment breaks though a machine that was free to go elsewhere takes part in it. */
export function broken(
  assignment: Assignment,
  all: readonly PlacementMachine[],
  hosts: readonly PlacementHost[],
  policy: PlacementPolicy,
): string[] {
  const rules = [
    ...hosts.flatMap((host) => hostRules(host, assignment, all, policy)),
    ...sharedRules(assignment, hosts),
  ]
  return rules
    .filter((rule) => !rule.holds && rule.machines.some((machine) => machine.placed === undefined))
    .map((rule) => rule.name)
}

function hostRules(
  host: PlacementHost,
  assignment: Assignment,
  all: readonly PlacementMachine[],
  policy: PlacementPolicy,
): Rule[] {
  const here = [...assignment].filter(([, at]) => at === host).map(([machine]) => machine)
  const planes = here.filter((machine) => machine.role === 'controlplane')
  const workers = here.filter((machine) => machine.role === 'worker')
  const allWorkers = all.filter((machine) => machine.role === 'worker').length
  const most = (name: string, machines: PlacementMachine[], limit: number | undefined) => ({
    name: `${host.name}: ${name}`,
    machines,
    holds: machines.length <= (limit ?? Infinity),
  })
  const sized = (name: string, limit: number | undefined, of: (machine: PlacementMachine) => number) => {
    const machines = here.filter((machine) => of(machine) > 0)
    return { name: `${host.name}: ${name}`, machines, holds: total(machines, of) <= (limit ?? Infinity) }
  }
  const { maxPerHost, hostLoss, reserve, cpuOvercommit } = policy
  const percent = hostLoss.workersPercent
  return [
    sized('cpu', host.cpu === undefined ? undefined : host.cpu * cpuOvercommit - reserve.cpu, (machine) => machine.cpu),
    sized('memory', host.memory === undefined ? undefined : host.memory - reserve.memory, (machine) => machine.memory),
    most(
      'bigger than the host',
      here.filter((machine) => machine.cpu > (host.cpu ?? Infinity)),
      0,
    ),
    most('total', here, maxPerHost.total),
    most('control planes', planes, maxPerHost.controlPlane),
    most('workers', workers, maxPerHost.worker),
    most('control planes lost', planes, hostLoss.controlPlanes),
    most('workers lost', workers, percent === undefined ? undefined : (allWorkers * percent) / 100),
    ...named(here, (machine) => Object.keys(storageOn(machine, host)))
      .filter((name) => host.storages?.[name]?.shared !== true)
      .map((name) => {
        const listed = Object.keys(host.storages ?? {}).length > 0
        const limit = host.storages?.[name] === undefined ? (listed ? 0 : undefined) : host.storages[name].free
        return sized(`storage ${name}`, limit, (machine) => storageOn(machine, host)[name] ?? 0)
      }),
    ...named(here, (machine) => machine.devices).map((name) => {
      const limit = host.devices === undefined ? undefined : (host.devices[name] ?? 0)
      return sized(`device ${name}`, limit, (machine) => machine.devices.filter((device) => device === name).length)
    }),
  ]
}

function sharedRules(assignment: Assignment, hosts: readonly PlacementHost[]): Rule[] {
  const isShared = (host: PlacementHost, name: string) => host.storages?.[name]?.shared === true
  const names = [
    ...new Set(hosts.flatMap((host) => Object.keys(host.storages ?? {}).filter((name) => isShared(host, name)))),
  ]
  return names.map((name) => {
    const limit = Math.min(
      ...hosts.filter((host) => isShared(host, name)).map((host) => host.storages?.[name]?.free ?? Infinity),
    )
    const users = [...assignment].filter(
      ([machine, host]) => isShared(host, name) && (storageOn(machine, host)[name] ?? 0) > 0,
    )
    const used = users.reduce((sum, [machine, host]) => sum + (storageOn(machine, host)[name] ?? 0), 0)
    return { name: `shared storage ${name}`, machines: users.map(([machine]) => machine), holds: used <= limit }
  })
}

/** Every way to put the open machines on hosts on top of what is fixed, for small worlds only. */
export function* everyAssignment(
  open: readonly PlacementMachine[],
  hosts: readonly PlacementHost[],
  fixed: Assignment,
): Generator<Assignment> {
  const [first, ...rest] = open
  if (first === undefined) yield fixed
  else for (const host of hosts) yield* everyAssignment(rest, hosts, new Map([...fixed, [first, host]]))
}

/** Whether no host holds two control planes of which one could have gone elsewhere. */
export function controlPlanesApart(assignment: Assignment): boolean {
  const planes = [...assignment].filter(([machine]) => machine.role === 'controlplane')
  return planes.every(
    ([machine, host]) => isFixed(machine) || planes.every(([other, at]) => other === machine || at !== host),
  )
}

/** Whether placement has no say in where the machine goes. */
export function isFixed(machine: PlacementMachine): boolean {
  return machine.placed !== undefined || machine.pin !== undefined
}

function storageOn(machine: PlacementMachine, host: PlacementHost): Readonly<Record<string, number>> {
  return machine.storage[host.name] ?? machine.storage['*'] ?? {}
}

function total(machines: readonly PlacementMachine[], of: (machine: PlacementMachine) => number): number {
  return machines.reduce((sum, machine) => sum + of(machine), 0)
}

function named(machines: readonly PlacementMachine[], of: (machine: PlacementMachine) => readonly string[]): string[] {
  return [...new Set(machines.flatMap(of))]
}
