import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests are pure by rule, so sharing one module graph per worker is safe and ten times faster.
    isolate: false,
    pool: 'threads',
    testTimeout: 60_000,
  },
})
