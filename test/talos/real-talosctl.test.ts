import { describe, expect, test } from 'vitest'
import { contractOf } from '../../src/talos/config/contract.ts'
import { generate } from '../../src/talos/config/generate.ts'
import { printDocuments } from '../../src/talos/document/print.ts'
import { minors } from '../../src/talos/schema/notation.ts'
import { closingLines, goldenReport } from './support/golden-report.ts'
import { goldenCases, goldenDocuments, goldenSecrets, regenerate, repatch, rolesOf } from './support/goldens.ts'
import { outcome } from './support/outcome.ts'
import { hasSharedTalos, sharedText, warnWithoutSharedTalos } from './support/talosctl-outputs.ts'
import { refusals, validateCases } from './support/validate-cases.ts'

warnWithoutSharedTalos()

const generated = hasSharedTalos ? goldenCases().filter(({ command }) => command[1] === 'gen') : []
const patched = hasSharedTalos ? goldenCases().filter(({ command }) => command[1] === 'machineconfig') : []

describe.runIf(hasSharedTalos)('beside the outputs of the real talosctl', () => {
  test.each(generated)('$id is made as it makes it', (golden) => {
    const secrets = goldenSecrets()
    for (const role of rolesOf(golden)) {
      const ours = outcome(() => regenerate(golden, role, secrets))
      if (golden.exit === 0) expect(ours).toEqual({ documents: goldenDocuments(golden, `${role}.yaml`) })
      else expect(ours).toHaveProperty('refused')
    }
  })

  test.each(patched)('$id is patched as it patches it', (golden) => {
    const ours = outcome(() => repatch(golden))
    if (golden.exit === 0) expect(ours).toEqual({ documents: goldenDocuments(golden, 'out.yaml') })
    else expect(ours).toHaveProperty('refused')
  })

  const versions = ['v1.9', 'v1.12', 'v1.13', 'v1.14'].flatMap((version) => [
    { version, role: 'controlplane' as const },
    { version, role: 'worker' as const },
  ])
  test.each(versions)('a bare $role of $version is the same to the last byte', ({ version, role }) => {
    const input = { clusterName: 'base', endpoint: 'https://base:6443', kubernetesVersion: '1.28.0' }
    const secrets = goldenSecrets()
    const documents = generate({ ...input, contract: contractOf(version), role, secrets })
    expect(printDocuments(documents)).toBe(sharedText('stability', version, `base-${role}.yaml`))
  })

  const cases = hasSharedTalos ? validateCases() : []
  const refused = cases.flatMap(({ id, mode, config, result }) =>
    Object.entries(result).flatMap(([version, { exit }]) => (exit === 0 ? [] : [{ id, version, mode, config }])),
  )
  test.each(refused)('$id is refused for $version as it refuses it', ({ config, mode, version }) => {
    expect(refusals(config, mode, version)).not.toEqual([])
  })

  test('all of it is equal, by contract, by patch, and by config to validate', () => {
    const report = goldenReport()
    console.log(closingLines(report).join('\n'))
    const lines = [...report.contracts, ...report.patches, ...report.validated]
    expect(lines.filter(({ equal, of }) => equal < of)).toEqual([])
    expect(report.contracts.map(({ about }) => about)).toEqual(minors.map((minor) => `contract v${minor}`))
    for (const { of } of [...report.contracts, ...report.patches]) expect(of).toBeGreaterThan(0)
  })
})
