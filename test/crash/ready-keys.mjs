// Loaded before a sweep inside of one process: the large keys are made twice and then handed out in turn, since making one
// takes longer than all else that a run does.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { promisify } from 'node:util'

const { generateKeyPair } = crypto
const generate = promisify(generateKeyPair)
const stock = []
let asked = 0

crypto.generateKeyPair = Object.assign((...args) => generateKeyPair(...args), {
  async [promisify.custom](type, options) {
    if (type !== 'rsa') return await generate(type, options)
    const at = asked++ % 2
    stock[at] ??= generate(type, options)
    return await stock[at]
  },
})
syncBuiltinESMExports()
