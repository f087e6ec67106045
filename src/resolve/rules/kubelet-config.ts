import { formatPath } from '../../spec/problem.ts'
import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Keys of the kubelet's configuration that Talos keeps for itself. */
const keptByTalos = new Set(
  `apiVersion authentication authorization cgroupRoot kind kubeletCgroups port protectKernelDefaults resolvConf
  rotateCertificates seccompDefault staticPodPath systemCgroups`.split(/\s+/),
)

/** Talos refuses a config that sets these. */
export const kubeletConfig = machineRule({
  code: 'kubelet-config',
  severity: 'error',
  summary: '`kubelet.extraConfig` holds no keys that Talos sets itself',
  find: (machine) =>
    Object.keys(machine.kubernetes.kubelet.extraConfig ?? {})
      .filter((key) => keptByTalos.has(key))
      .map((key) => ({
        path: whereWritten(machine, formatPath(['kubernetes', 'kubelet', 'extraConfig', key])),
        on: 'key' as const,
        message: `Talos sets ${key} itself and refuses another value`,
        hint: 'remove it',
      })),
})
