import type { ObservedProxmox } from '../../proxmox/observe/observed.ts'
import type { Machine } from '../../resolve/desired.ts'
import type { Check } from '../check.ts'
import { type Finding, fail, ok, orOk } from '../finding.ts'

type TemplateSource = Extract<Machine['image']['source'], { readonly mode: 'template' }>

export const templates: Check = {
  name: 'templates',
  about:
    'A template that machines are cloned from is there or can be made, and its VMID and name are not something else.',
  run: async ({ desired, observed }) => {
    const sources = desired.machines.flatMap(({ image: { source } }) => (source.mode === 'template' ? [source] : []))
    const distinct = [...new Map(sources.map((source) => [JSON.stringify(source), source])).values()]
    if (distinct.length === 0) return [ok('no template is used')]
    const seen = await observed()
    return orOk(
      distinct.flatMap((source) => judge(source, seen)),
      'every template is there or can be made',
    )
  },
}

function judge({ vmid, name, prepare }: TemplateSource, { others, vms }: ObservedProxmox): readonly Finding[] {
  const guests = [...others, ...vms]
  const atNumber = guests.find((guest) => guest.vmid === vmid)
  if (vmid !== undefined && atNumber !== undefined) {
    const called = `VM ${vmid} on ${atNumber.host} (${atNumber.name ?? 'without a name'})`
    if (!atNumber.template)
      return [fail(`${called} has the VMID of a template and is none`, 'name another one in `image.template.vmid`')]
    if (name !== undefined && atNumber.name !== name)
      return [
        fail(
          `${called} is another template than ${name}`,
          'it is one of an older version or of somebody else: name another VMID, or remove it',
        ),
      ]
    return []
  }
  const named = guests.filter((guest) => name !== undefined && guest.name === name)
  const wrong = named.find(({ template }) => !template)
  if (wrong !== undefined)
    return [
      fail(
        `VM ${wrong.vmid} on ${wrong.host} is called ${name} and is no template`,
        'rename it, or name another template',
      ),
    ]
  if (named.length > 0 || prepare) return []
  return [
    fail(
      `there is no template ${name ?? vmid}, or it may not be seen`,
      'make it, or let talmox make it with `image.template.prepare: true`',
    ),
  ]
}
