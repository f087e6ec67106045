import { writePrivate } from '../../files/write-private.ts'
import { type ClusterFacts, factsText, readFacts } from './facts.ts'
import type { Home } from './home.ts'

/** Remembers where the Kubernetes API is, when that was learnt from DHCP: machine configs must not follow a lease. */
export async function rememberEndpoint(home: Home, endpoint: string): Promise<string> {
  const found: ClusterFacts | undefined = await readFacts(home)
  if (found === undefined) throw new Error(`${home.facts} was not written before an address was learnt`)
  if (found.endpoint !== '') return found.endpoint
  await writePrivate(home.facts, factsText({ ...found, endpoint }))
  return endpoint
}
