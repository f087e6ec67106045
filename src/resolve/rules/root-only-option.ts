import { whereWritten } from '../draft.ts'
import { isRootLogin, signInAsRoot } from '../root-login.ts'
import { machineRule } from '../rule.ts'

const rootOnly = ['affinity', 'hookscript', 'hugepages'] as const

/** Some VM settings are refused to API tokens, even to those of root. */
export const rootOnlyOption = machineRule({
  code: 'root-only-option',
  severity: 'error',
  summary: `${rootOnly.map((key) => `\`vm.${key}\``).join(', ')} need a sign-in as \`root@pam\` with a password`,
  find: (machine, { spec }) =>
    isRootLogin(spec)
      ? undefined
      : rootOnly
          .filter((key) => machine.vm[key] !== undefined)
          .map((key) => ({
            path: whereWritten(machine, `vm.${key}`),
            message: `only root@pam, signed in with a password, may set ${key}`,
            hint: `remove it, or ${signInAsRoot}`,
          })),
})
