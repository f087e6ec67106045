import { formatPath, type Path } from '../../spec/problem.ts'
import { freeVmids } from '../claims.ts'
import { type Draft, whereWritten } from '../draft.ts'
import { groupBy } from '../group-by.ts'
import { hasOwnVmid } from '../holdings.ts'
import { largestVmid } from '../pools.ts'
import type { Finding, Rule, RuleContext } from '../rule.ts'

/** One VMID is one VM; ranges of pools that meet are another rule's. */
export const duplicateVmid: Rule = {
  code: 'duplicate-vmid',
  severity: 'error',
  summary: 'no two machines have the same VMID, nor a machine that of its template',
  check: (context) => [...betweenMachines(context), ...withTemplates(context)],
}

function betweenMachines(context: RuleContext): Finding[] {
  const clashes = [...groupBy(context.machines, ({ vmid }) => vmid).values()].filter(
    (holders) => holders.length > 1 && holders.some(hasOwnVmid),
  )
  if (clashes.length === 0) return []
  const nextFree = freeVmids(context)
  return clashes.flatMap((holders) => {
    const keeper = holders.find((machine) => !hasOwnVmid(machine)) ?? holders[0]
    const others = holders.filter((machine) => machine.name !== keeper.name && hasOwnVmid(machine))
    return others.map((machine): Finding => {
      const giver = formatPath(vmidPath(keeper))
      return {
        path: vmidPath(machine),
        message: `VMID ${machine.vmid} is given to ${machine.name} here and to ${keeper.name} by ${giver}`,
        hint: `${startThere(machine, keeper)}choose a VMID that no pool hands out, such as ${nextFree(1).first}, or leave the line out`,
      }
    })
  })
}

/** Whoever counts from the first machine on usually meant the whole pool to start there. */
function startThere({ vmid, index, pool }: Draft, keeper: Draft): string {
  const first = vmid - index + 1
  if (keeper.pool.name !== pool.name || hasOwnVmid(keeper) || first < 100) return ''
  const last = Math.max(pool.vmids.last, first + pool.count - 1)
  const range = last >= largestVmid ? `${first}` : `${first}-${last}`
  return `let the pool start there (${formatPath(pool.path)}.vmids: ${range}), `
}

function withTemplates({ machines }: RuleContext): Finding[] {
  const templates = new Map<number, Path>()
  for (const machine of machines) {
    const { source } = machine.image
    if (source.mode !== 'template' || source.vmid === undefined || templates.has(source.vmid)) continue
    templates.set(source.vmid, whereWritten(machine, 'image.template.vmid'))
  }
  return machines.flatMap((machine): Finding[] => {
    const path = templates.get(machine.vmid)
    if (path === undefined) return []
    return [
      {
        path,
        message: `VMID ${machine.vmid} is that of the template here and is given to ${machine.name} by ${formatPath(vmidPath(machine))}`,
        hint: 'use a VMID for the template that no pool hands out, such as 998',
      },
    ]
  })
}

function vmidPath(machine: Draft): Path {
  return hasOwnVmid(machine) ? ['nodes', machine.name, 'vmid'] : [...machine.pool.path, 'vmids']
}
