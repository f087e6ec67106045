import path from 'node:path'
import process from 'node:process'
import { robot, root } from './people.ts'
import type { SimulatedProxmox } from './simulated.ts'
import { type Ended, run, tofuFolder, type Way } from './tofu-folder.ts'

type Run = (...args: readonly string[]) => Promise<Ended>

/** OpenTofu in a folder where the provider is the one that was built here. */
export interface Tofu {
  /** Runs a command that must succeed, and tells what it printed. */
  readonly succeed: (...args: readonly string[]) => Promise<string>
  /** Changes what is to be changed, and tells how much that was. */
  readonly apply: (...args: readonly string[]) => Promise<string>
  readonly destroy: () => Promise<string>
  /** What it would do, also as one sentence. */
  readonly plan: (...args: readonly string[]) => Promise<Ended & { readonly summary: string }>
}

/** Exit codes of a plan. */
export const NOTHING_TO_DO = 0
export const CHANGES = 2

const to = ({ port, authorityFile }: SimulatedProxmox): Way => ({
  PROXMOX_VE_ENDPOINT: `https://127.0.0.1:${port}/`,
  SSL_CERT_FILE: authorityFile,
})

/** By a token with the rights that machines take. */
export const byToken = (proxmox: SimulatedProxmox): Way => ({
  ...to(proxmox),
  PROXMOX_VE_API_TOKEN: `${robot.tokenId}=${robot.secret}`,
})

/** By the password of who may do everything. */
export const byPassword = (proxmox: SimulatedProxmox): Way => ({
  ...to(proxmox),
  PROXMOX_VE_USERNAME: root.name,
  PROXMOX_VE_PASSWORD: root.password,
})

/** OpenTofu with one of the configurations of this place. */
export async function prepareTofu(configuration: string, scratch: string, way: Way): Promise<Tofu> {
  const { GENUINE_OPENTOFU: opentofu = '', GENUINE_BPG: bpg = '' } = process.env
  const file = path.join(import.meta.dirname, 'terraform', configuration, 'main.tf')
  const folder = await tofuFolder(file, scratch, way, { opentofu, bpg })
  const tofu: Run = (command = '', ...args) => run(opentofu, [command, '-no-color', ...args], folder)
  const succeed: Tofu['succeed'] = async (...args) => {
    const { code, output } = await tofu(...args)
    if (code !== 0) throw new Error(output)
    return output
  }
  const counted = (output: string): string => /Resources: (.*)\./.exec(output)?.[1] ?? output
  return {
    succeed,
    apply: async (...args) => counted(await succeed('apply', '-auto-approve', ...args)),
    destroy: async () => counted(await succeed('destroy', '-auto-approve')),
    async plan(...args) {
      const { code, output } = await tofu('plan', '-detailed-exitcode', ...args)
      return { code, summary: /Plan: .*|No changes\./.exec(output)?.[0] ?? output, output }
    },
  }
}
