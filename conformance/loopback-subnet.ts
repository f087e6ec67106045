import { randomInt } from 'node:crypto'

/** The first three parts of addresses of this computer to itself that hardly anybody else uses at the same time. */
export const loopbackSubnet = (): string => `127.${randomInt(20, 250)}.${randomInt(1, 250)}`
