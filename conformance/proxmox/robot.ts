import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { worldSeed } from '../../sim/world/seed.ts'

const { users = [], tokens = [] } = worldSeed.parse(
  parse(readFileSync(path.join(import.meta.dirname, 'world.yaml'), 'utf8')),
)

/** Who machines are made by, with the rights that it takes and no more. */
export const robot = {
  tokenId: 'robot@pve!machines',
  secret: tokens.find((token) => token['full-tokenid'] === 'robot@pve!machines')?.secret ?? '',
  password: users.find((user) => user.userid === 'robot@pve')?.password ?? '',
}
