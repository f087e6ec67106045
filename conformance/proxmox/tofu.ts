import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { robot, root } from './people.ts'
import type { SimulatedProxmox } from './simulated.ts'

/** What became of a command of OpenTofu. */
export interface Ended {
  readonly code: number
  readonly output: string
}

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

/** Where a Proxmox is and who OpenTofu is to it, as variables of its environment. */
export type Way = Readonly<Record<string, string>>

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

/** Sets up a folder with one of the configurations of this place, and providers from the file system only. */
export async function prepareTofu(configuration: string, scratch: string, way: Way): Promise<Tofu> {
  const { GENUINE_OPENTOFU: program = '', GENUINE_BPG: provider = '' } = process.env
  const folder = path.join(scratch, 'tofu')
  const mirror = path.join(scratch, 'mirror')
  const settings = path.join(scratch, 'tofu.rc')
  mkdirSync(folder)
  copyFileSync(path.join(import.meta.dirname, 'terraform', configuration, 'main.tf'), path.join(folder, 'main.tf'))
  writeFileSync(settings, `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`)
  const env = {
    PATH: process.env.PATH,
    HOME: scratch,
    TF_CLI_CONFIG_FILE: settings,
    TF_IN_AUTOMATION: '1',
    TF_INPUT: '0',
    CHECKPOINT_DISABLE: '1',
    ...way,
  }
  const tofu: Run = (command = '', ...args) => run(program, [command, '-no-color', ...args], { cwd: folder, env })
  await addProvider(tofu, mirror, provider)
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

/** Puts the provider where its full name says; OpenTofu itself knows what the first part of that is. */
async function addProvider(tofu: Run, mirror: string, provider: string): Promise<void> {
  const [, source = ''] = /provider\[([^\]]+)\]/.exec((await tofu('providers')).output) ?? []
  const { platform }: { platform: string } = JSON.parse((await tofu('version', '-json')).output)
  const [, version = ''] = /_v([\d.]+)$/.exec(provider) ?? []
  const folder = path.join(mirror, source, version, platform)
  mkdirSync(folder, { recursive: true })
  symlinkSync(provider, path.join(folder, path.basename(provider)))
}

const executed = promisify(execFile)

async function run(program: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  try {
    const { stdout, stderr } = await executed(program, [...args], { ...options, maxBuffer: 2 ** 26 })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = Object(error)
    if (typeof code !== 'number') throw error
    return { code, output: `${stdout}${stderr}` }
  }
}
