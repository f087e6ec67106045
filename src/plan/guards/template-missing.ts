import type { Guard } from '../guard.ts'

/** A template that talmox is not to prepare has to be there. */
export const templateMissing: Guard = {
  code: 'template-missing',
  level: 'refused',
  summary: 'a machine is to be cloned from a template that is not there, and that talmox is not to prepare',
  check({ machines, live }) {
    const templates = live.proxmox.others.filter(({ template }) => template)
    const known = new Set(templates.flatMap(({ vmid, name }) => [vmid, ...(name === undefined ? [] : [name])]))
    return machines.flatMap(({ machine, progress }) => {
      const { source } = machine.image
      if (progress !== 'absent' || source.mode !== 'template' || source.prepare) return []
      const wanted = source.vmid ?? source.name
      if (wanted === undefined || known.has(wanted)) return []
      return [
        {
          target: machine.name,
          message: `it is to be a clone of template ${wanted}, which is not in Proxmox`,
          hint: 'make the template, or set image.template.prepare: true',
        },
      ]
    })
  },
}
