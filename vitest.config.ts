import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests are pure by rule, so sharing one module graph per worker is safe and ten times faster.
    isolate: false,
    pool: 'threads',
    maxWorkers: availableParallelism(),
    // Only what hangs is to be ended: how long a test takes says more of the computer than of the code.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 600_000 } },
  },
})
