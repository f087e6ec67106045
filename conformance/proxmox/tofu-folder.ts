import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

/** What became of a command of OpenTofu. */
export interface Ended {
  readonly code: number
  readonly output: string
}

type Run = (...args: readonly string[]) => Promise<Ended>

/** Where a Proxmox is and who OpenTofu is to it, as variables of its environment. */
export type Way = Readonly<Record<string, string>>

/** The genuine programs. */
export interface Programs {
  readonly opentofu: string
  /** The provider of Proxmox. */
  readonly bpg: string
}

/** How OpenTofu is run in a folder of its own. */
export interface TofuFolder {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** Sets up a folder with a configuration, and providers from the file system only. */
export async function tofuFolder(
  configuration: string,
  scratch: string,
  way: Way,
  { opentofu, bpg }: Programs,
): Promise<TofuFolder> {
  const folder = path.join(scratch, 'tofu')
  const mirror = path.join(scratch, 'mirror')
  const settings = path.join(scratch, 'tofu.rc')
  mkdirSync(folder)
  copyFileSync(configuration, path.join(folder, 'main.tf'))
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
  const tofu: Run = (command = '', ...args) => run(opentofu, [command, '-no-color', ...args], { cwd: folder, env })
  await addProvider(tofu, mirror, bpg)
  return { cwd: folder, env }
}

/** Puts the provider where its full name says; OpenTofu itself knows what the first part of that is. */
async function addProvider(tofu: Run, mirror: string, provider: string): Promise<void> {
  // Those that are built in are listed beside it, in any order.
  const [, source = ''] = /provider\[([^\]]+\/bpg\/proxmox)\]/.exec((await tofu('providers')).output) ?? []
  const { platform }: { platform: string } = JSON.parse((await tofu('version', '-json')).output)
  const [, version = ''] = /_v([\d.]+)$/.exec(provider) ?? []
  const folder = path.join(mirror, source, version, platform)
  mkdirSync(folder, { recursive: true })
  symlinkSync(provider, path.join(folder, path.basename(provider)))
}

const executed = promisify(execFile)

/** Runs a program to its end, whatever that is. */
export async function run(program: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  try {
    const { stdout, stderr } = await executed(program, [...args], { ...options, maxBuffer: 2 ** 26 })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = Object(error)
    if (typeof code !== 'number') throw error
    return { code, output: `${stdout}${stderr}` }
  }
}
