import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** The guest agent is an extension, and talmox can add one only to images that it orders itself. */
export const agentExtension = machineRule({
  code: 'agent-extension',
  severity: 'warning',
  summary: 'with `vm.agent`, an ISO or template that is already there must hold the guest agent',
  find: (machine) => {
    const { source } = machine.image
    const given = source.mode === 'iso' ? source.volume !== undefined : source.mode === 'template' && !source.prepare
    if (!given || !machine.vm.agent) return undefined
    const setting = source.mode === 'iso' ? 'image.iso.volume' : 'image.template.prepare'
    const what = source.mode === 'iso' ? 'an ISO' : 'a template'
    return {
      path: whereWritten(machine, setting),
      message: `talmox cannot add the guest agent to ${what} that is already there`,
      hint: 'make sure that it holds the extension qemu-guest-agent, or set vm.agent: false',
    }
  },
})
