import { expect, test } from 'vitest'
import { clusterJsonSchema } from '../../src/spec/json-schema.ts'
import { run } from './run.ts'

test('talmox schema prints the JSON Schema of cluster files and nothing else', async () => {
  const { code, stdout, stderr } = await run(['schema'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(clusterJsonSchema())))
})
