import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../shared-data.ts'
import { doctor } from './simulated.ts'

const golden = (name: string) => path.join(root, 'test/golden/doctor', name)

describe('talmox doctor', () => {
  test('finds all well in a datacenter that has everything, with exactly the rights that are needed', async () => {
    const { code, stdout } = await doctor()
    await expect(stdout).toMatchFileSnapshot(golden('homelab.txt'))
    expect(code).toBe(0)
  })
})
