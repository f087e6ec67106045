import { z } from 'zod'
import { readIfThere } from '../../files/read-if-there.ts'
import { createPrivate, writePrivate } from '../../files/write-private.ts'
import { UserError } from '../../user-error.ts'
import { type Home, prepareHome } from './home.ts'

const facts = z.strictObject({
  cluster: z.string(),
  /** The id that Talos gave the cluster, to tell it from another one of the same name. */
  clusterId: z.string(),
  /** The contract that machine configs keep to, such as `v1.12`. */
  contract: z.string(),
  /** The Talos that the cluster was made with. */
  talosVersion: z.string(),
  endpoint: z.string(),
  createdAt: z.string(),
  /** Where etcd was begun, or was about to be. */
  bootstrapped: z.strictObject({ machine: z.string(), at: z.string(), healthyAt: z.string().optional() }).optional(),
})

/** What was decided when a cluster was made and never changes, and whether etcd was begun. */
export type ClusterFacts = Readonly<z.output<typeof facts>>

/** What is known of a cluster; nothing before it is made. */
export async function readFacts({ facts: file, cluster }: Home): Promise<ClusterFacts | undefined> {
  const text = await readIfThere(file)
  if (text === undefined) return undefined
  const read = facts.safeParse(parsed(text))
  if (!read.success) throw damaged(file)
  if (read.data.cluster === cluster) return read.data
  throw new UserError('home-mixed-up', `${file} belongs to the cluster ${read.data.cluster}, not to ${cluster}`, {
    hint: 'a home is named after its cluster: put the folder back under its own name',
  })
}

/** Keeps what is decided once; of several runs the first decides, and its facts are everyone's. */
export async function freezeFacts(home: Home, wanted: ClusterFacts): Promise<ClusterFacts> {
  await prepareHome(home)
  if (await createPrivate(home.facts, factsText(wanted))) return wanted
  const found = await readFacts(home)
  if (found === undefined) throw damaged(home.facts)
  return found
}

/** Remembers where etcd was begun; called before it is, since beginning it twice would split the cluster. */
export async function markBootstrapped(
  home: Home,
  bootstrapped: NonNullable<ClusterFacts['bootstrapped']>,
): Promise<ClusterFacts> {
  const found = await readFacts(home)
  if (found === undefined) throw new Error(`${home.facts} was not written before etcd was begun`)
  if (found.bootstrapped !== undefined) return found
  const marked = { ...found, bootstrapped }
  await writePrivate(home.facts, factsText(marked))
  return marked
}

/** Remembers that etcd has been seen healthy: from then on a machine without its data has lost them. */
export async function markEtcdHealthy(home: Home, healthyAt: string): Promise<void> {
  const found = await readFacts(home)
  if (found?.bootstrapped === undefined || found.bootstrapped.healthyAt !== undefined) return
  await writePrivate(home.facts, factsText({ ...found, bootstrapped: { ...found.bootstrapped, healthyAt } }))
}

/** Forgets where etcd was begun, and an address that was only learnt from the machines, since they are gone. */
export async function forgetBootstrapped(home: Home): Promise<void> {
  const found = await readFacts(home)
  if (found === undefined || (found.bootstrapped === undefined && found.endpoint === '')) return
  const { bootstrapped: _, ...rest } = found
  await writePrivate(home.facts, factsText({ ...rest, endpoint: '' }))
}

/** The facts as their file holds them. */
export const factsText = (value: ClusterFacts): string => `${JSON.stringify(value, null, 2)}\n`

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function damaged(file: string): UserError {
  return new UserError('home-damaged', `${file} is damaged`, {
    hint: 'restore it from a backup: it says how the machine configs of the cluster are written and whether etcd was begun',
  })
}
