import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** A template is found by its name or its VMID. */
export const templateUnnamed = machineRule({
  code: 'template-unnamed',
  severity: 'error',
  summary: 'image mode `template` names its template',
  find: (machine) => {
    const { source } = machine.image
    if (source.mode !== 'template' || source.name !== undefined || source.vmid !== undefined) return undefined
    const hint = 'add image.template: { name: "talos-{version}-base" }, or its vmid'
    return { path: whereWritten(machine, 'image.mode'), message: 'image mode template needs a template', hint }
  },
})
