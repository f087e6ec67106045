import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { isErrno } from '../../files/errno.ts'
import { createPrivate } from '../../files/write-private.ts'
import type { Begun } from '../../proxmox/ownership/begun.ts'
import type { Home } from './home.ts'

const begun = z.strictObject({
  vmid: z.int(),
  host: z.string(),
  at: z.string(),
  storages: z.array(z.string()),
  before: z.array(z.string()),
})

// One file each, since machines are made side by side.
const fileOf = ({ folder }: Home, vmid: number): string => path.join(folder, `begun-${vmid}.json`)
const NAME = /^begun-\d+\.json$/

/** The machines whose making has begun and was never seen to end. */
export async function readBegun(home: Home): Promise<readonly Begun[]> {
  const names = (await ifThere(readdir(home.folder))) ?? []
  const texts = await Promise.all(
    names.filter((name) => NAME.test(name)).map((name) => ifThere(readFile(path.join(home.folder, name), 'utf8'))),
  )
  return texts.flatMap((text) => (text === undefined ? [] : parsed(text)))
}

/** The same of one machine alone: hundreds are made side by side. */
export async function findBegun(home: Home, vmid: number): Promise<Begun | undefined> {
  const text = await ifThere(readFile(fileOf(home, vmid), 'utf8'))
  return text === undefined ? undefined : parsed(text).find((one) => one.vmid === vmid)
}

/** Remembers that the making of a machine is about to begin; what an earlier attempt found before it stays true. */
export async function noteBegun(home: Home, one: Begun): Promise<void> {
  const known = await findBegun(home, one.vmid)
  if (known?.host === one.host) return
  await forgetBegun(home, one.vmid)
  await createPrivate(fileOf(home, one.vmid), `${JSON.stringify(one)}\n`)
}

/** Forgets a machine that is whole, or gone. */
export async function forgetBegun(home: Home, vmid: number): Promise<void> {
  await rm(fileOf(home, vmid), { force: true })
}

/** What cannot be read is no evidence. */
function parsed(text: string): readonly Begun[] {
  try {
    const { success, data } = begun.safeParse(JSON.parse(text))
    return success ? [data] : []
  } catch {
    return []
  }
}

async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}
