import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { resolve } from '../src/resolve/resolve.ts'
import { loadText } from '../src/spec/load.ts'
import { locateProblems } from '../src/spec/locate.ts'
import { renderProblems } from '../src/spec/render-problems.ts'

const root = path.join(import.meta.dirname, '..')
const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
const homelab = readFileSync(path.join(root, 'examples/homelab.yaml'), 'utf8').split('\n').slice(1).join('\n')

test('the README shows the homelab example as it is', () => {
  expect(readme).toContain(`\`\`\`yaml\n${homelab}\`\`\``)
})

test('the README shows the machines that the homelab example becomes', async () => {
  const { desired } = resolve(await loadText(homelab, 'cluster.yaml'))
  for (const { name, vmid, host, nics } of desired?.machines ?? []) {
    expect(readme).toMatch(new RegExp(`${name} .* ${host} +${vmid} +${nics[0].addresses[0]?.address} +${nics[0].mac} `))
  }
  expect(desired?.machines).toHaveLength(6)
})

test('the README shows mistakes as they are reported', async () => {
  const broken = homelab
    .replace(/vip: 192.168.1.210.*/, 'vip: 192.168.2.210')
    .replace('memory: 8GiB', 'memry: 8GiB')
    .replace('version: v1.35.0', 'version: v1.36.0')
    .replace('disk: 40GiB', 'disk: 40')
  const loaded = await loadText(broken, 'cluster.yaml')
  const shown = renderProblems(locateProblems(loaded.source, resolve(loaded).problems), { color: false })
  expect(readme).toContain(shown.trimEnd())
})
