import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { robot } from './robot.ts'
import type { SimulatedProxmox } from './simulated.ts'

/** What became of a command of OpenTofu. */
export interface Ended {
  readonly code: number
  readonly output: string
}

/** Runs OpenTofu in a folder where the provider is the one that was built here. */
export type Tofu = (...args: readonly string[]) => Promise<Ended>

/** Sets up a folder with the cluster of six, and providers from the file system only. */
export async function prepareTofu(
  program: string,
  provider: string,
  { port, authorityFile, scratch }: SimulatedProxmox,
): Promise<Tofu> {
  const folder = path.join(scratch, 'tofu')
  const mirror = path.join(scratch, 'mirror')
  const settings = path.join(scratch, 'tofu.rc')
  mkdirSync(folder)
  copyFileSync(path.join(import.meta.dirname, 'terraform/main.tf'), path.join(folder, 'main.tf'))
  writeFileSync(settings, `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`)
  const env = {
    PATH: process.env.PATH,
    HOME: scratch,
    TF_CLI_CONFIG_FILE: settings,
    TF_IN_AUTOMATION: '1',
    TF_INPUT: '0',
    CHECKPOINT_DISABLE: '1',
    SSL_CERT_FILE: authorityFile,
    PROXMOX_VE_ENDPOINT: `https://127.0.0.1:${port}/`,
    PROXMOX_VE_API_TOKEN: `${robot.tokenId}=${robot.secret}`,
  }
  const tofu: Tofu = (command = '', ...args) => run(program, [command, '-no-color', ...args], { cwd: folder, env })
  await addProvider(tofu, mirror, provider)
  return tofu
}

/** Puts the provider where its full name says; OpenTofu itself knows what the first part of that is. */
async function addProvider(tofu: Tofu, mirror: string, provider: string): Promise<void> {
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
