import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderAll } from '../../../conformance/render-all.ts'
import { talosMinors } from '../../../src/resolve/versions.ts'
import { readDocuments } from '../../../src/talos/document/read.ts'
import { textAt } from '../../../src/talos/document/value.ts'
import { exampleNames } from '../../examples.ts'
import { root } from '../../shared-data.ts'
import { testOnlySecrets } from '../support/test-only.ts'

const fileOf = (name: string) => path.join(root, 'examples', `${name}.yaml`)

const versions = Object.entries(talosMinors).map(([minor, { kubernetes }]) => ({
  version: `v1.${minor}.0`,
  contract: `v1.${minor}`,
  kubernetes,
}))

/** What an example cannot be on a Talos, and what is said then. */
function refused(name: string, contract: string): string | undefined {
  if (name === 'dual-stack' && ['v1.9', 'v1.10', 'v1.11'].includes(contract))
    return 'a card can hold one virtual address'
  return name === 'gpu-and-cilium' && contract === 'v1.14' ? 'KubeNetworkConfig already says this' : undefined
}

describe.each(versions)('for Talos $version', (talos) => {
  test.each(exampleNames)('every config of the example %s is one that Talos accepts', async (name) => {
    const rendering = renderAll([fileOf(name)], { bundle: testOnlySecrets, talos })
    const reason = refused(name, talos.contract)
    if (reason !== undefined) return await expect(rendering).rejects.toThrow(reason)
    const configs = await rendering
    expect(configs.length).toBeGreaterThan(0)
    for (const { text } of configs) expect(textAt(readDocuments(text)[0], 'version')).toBe('v1alpha1')
  })
})
