import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { worldSeed } from '../../sim/world/seed.ts'

const { users = [], tokens = [] } = worldSeed.parse(
  parse(readFileSync(path.join(import.meta.dirname, 'world.yaml'), 'utf8')),
)
const passwordOf = (userid: string): string => users.find((user) => user.userid === userid)?.password ?? ''

/** Who machines are made by, with the rights that it takes and no more. */
export const robot = {
  tokenId: 'robot@pve!machines',
  secret: tokens.find((token) => token['full-tokenid'] === 'robot@pve!machines')?.secret ?? '',
  password: passwordOf('robot@pve'),
}

/** Who may do everything. */
export const root = { name: 'root@pam', password: passwordOf('root@pam') }
