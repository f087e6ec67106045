import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['conformance/**/*.test.ts'],
    // Genuine programs are slow, and the tests of one file are steps of one story.
    fileParallelism: false,
    bail: 1,
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
})
