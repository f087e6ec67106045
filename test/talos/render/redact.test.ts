import { expect, test } from 'vitest'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { redactDocuments } from '../../../src/talos/render/redact.ts'
import { bundleSecrets } from '../../../src/talos/secrets/bundle-secrets.ts'
import { everyFile, everything } from '../from-desired/everything.ts'
import { testOnlySecrets } from '../support/test-only.ts'
import { renderAll } from './rendered.ts'

const patch = {
  machine: { files: [{ path: '/var/token', op: 'create', permissions: 0o600, content: 'password: hunter2hunter2' }] },
}

test.each(['v1.9.0', 'v1.12.4', 'v1.14.1'])('no secret is left in a config for Talos %s', async (version) => {
  const talos = { ...everything.talos, version, patches: [patch] }
  const rendered = await renderAll({ cluster: { ...everything, talos }, files: everyFile })
  for (const { documents } of rendered) {
    const text = printDocuments(redactDocuments(documents, testOnlySecrets, ['placeholder-secret']))
    const encoded = bundleSecrets(testOnlySecrets).map((secret) => Buffer.from(secret).toString('base64'))
    for (const secret of [...bundleSecrets(testOnlySecrets), ...encoded, 'placeholder-secret', 'hunter2']) {
      expect(text).not.toContain(secret)
    }
    expect(text).toContain("token: '******'")
  }
})

test('what is not secret stays: certificates, the id of the cluster, and everything else', async () => {
  const [rendered] = await renderAll({ cluster: {} })
  const text = printDocuments(redactDocuments(rendered?.documents ?? [], testOnlySecrets))
  expect(text).toContain(`id: ${testOnlySecrets.cluster.id}`)
  expect(text).toContain(`crt: ${Buffer.from(testOnlySecrets.authorities.os.crt).toString('base64')}`)
  expect(text).not.toContain('•')
})
