import { rules } from '../../../src/resolve/rules/all.ts'
import { nameParts } from '../../../src/spec/json-schema/name-parts.ts'
import { isNode, type Node, rewrite, writtenOut } from '../../../src/spec/json-schema/written-out.ts'
import type { Kind } from '../../../src/spec/schema/field.ts'
import { settingsShape, shortcutShape } from '../../../src/spec/schema/machine.ts'
import { combining } from './combining.ts'
import { keysOf, keyTable } from './key-table.ts'
import { anchor, asYaml, cell, code, table } from './markdown.ts'
import { valueAnchor } from './type-text.ts'

/** Keys that many maps have in common: described once, elsewhere a link. */
interface Shared {
  readonly link: string
  readonly keys: ReadonlySet<string>
}

/** The reference of the cluster file, by its path in the repository. */
export function generateSpecDocs(): ReadonlyMap<string, string> {
  return new Map([['docs/spec.md', specDocs()]])
}

function specDocs(): string {
  const tree = writtenOut()
  const { root, parts } = nameParts(tree)
  const shared = sharedKeys(parts)
  const sections = Object.entries(root.properties ?? {}).filter(
    (entry): entry is [string, Node] => isNode(entry[1]) && entry[1].properties !== undefined,
  )
  const chapters = [
    intro(sections.map(([name]) => name)),
    combining(),
    `## Top level\n\n${keyTable(topLevel(root, sections), 'cluster')}`,
    ...sections.map(([name, node]) => `## ${name}\n\n${mapText(name, node, shared)}`),
    layers(parts, shared),
    `## Parts\n\nWhat stands at several places of the file.`,
    ...inReadingOrder(root, parts).map(([name, node]) => `### ${name}\n\n${mapText(name, node, shared)}`),
    values(tree),
    rulesTable(),
  ]
  return `${chapters.join('\n\n')}\n`
}

function intro(sections: readonly string[]): string {
  const link = (heading: string) => `[${heading}](#${anchor(heading)})`
  return [
    '# The cluster file',
    '<!-- Made from the schema by `npm run gen`; change the schema, not this file. -->',
    [
      'Every key of `cluster.yaml`. Unknown keys are errors. An editor with a YAML language server completes and checks',
      'keys after this first line, with the file that `talmox schema > cluster.schema.json` writes:',
    ].join('\n'),
    '```yaml\n# yaml-language-server: $schema=cluster.schema.json\n```',
    [
      `- ${link('How settings combine')}: layers, lists, null, short forms`,
      `- ${link('Top level')}, with the sections ${sections.map(link).join(', ')}`,
      `- ${link('Settings of a role, a pool and a node')}`,
      `- ${link('Parts')}: what stands at several places, such as [Vm](#vm)`,
      `- ${link('Kinds of values')}: sizes, addresses, names`,
      `- ${link('Rules')}: what is checked beyond the form of the file`,
    ].join('\n'),
  ].join('\n\n')
}

function topLevel(root: Node, sections: readonly (readonly [string, Node])[]) {
  const names = new Set(sections.map(([name]) => name))
  return keysOf(root)
    .filter(({ path }) => path.length === 1)
    .map((key) => {
      const [name = ''] = key.path
      return names.has(name) ? { ...key, node: { ...key.node, properties: {}, $ref: `#/${name}` } } : key
    })
}

/** Parts in the order in which a reader meets them. */
function inReadingOrder(root: Node, parts: ReadonlyMap<string, Node>): [string, Node][] {
  const met = new Map<string, Node>()
  const queue: Node[] = [root]
  for (const node of queue) {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      const part = parts.get(name)
      if (part === undefined || met.has(name)) continue
      met.set(name, part)
      queue.push(part)
    }
  }
  return [...met]
}

function mapText(name: string, node: Node, shared: readonly Shared[]): string {
  const all = Object.keys(node.properties ?? {})
  const included = shared.filter(({ keys, link }) => hasAll(all, keys) && !link.includes(`[${name}]`))
  const own = keysOf(node, new Set(included.flatMap(({ keys }) => [...keys])))
  return [
    node.description ?? '',
    ...(own.length === 0 ? [] : [keyTable(own, name)]),
    ...(included.length === 0
      ? []
      : [
          `${own.length === 0 ? 'It has' : 'It also has'} all keys of ${included.map(({ link }) => link).join(' and ')}.`,
        ]),
  ].join('\n\n')
}

function hasAll(names: readonly string[], keys: ReadonlySet<string>): boolean {
  return [...keys].every((key) => names.includes(key))
}

const layersHeading = 'Settings of a role, a pool and a node'

function sharedKeys(parts: ReadonlyMap<string, Node>): Shared[] {
  const machineParts = ['MachineTalos', 'MachineKubernetes', 'MachineNetwork'].map((name) => ({
    link: `[${name}](#${anchor(name)})`,
    keys: new Set(Object.keys(parts.get(name)?.properties ?? {})),
  }))
  const everywhere = new Set([...Object.keys(shortcutShape), ...Object.keys(settingsShape)])
  return [{ link: `[${layersHeading}](#${anchor(layersHeading)})`, keys: everywhere }, ...machineParts]
}

/** The keys of every layer are those of a role, which has no other. */
function layers(parts: ReadonlyMap<string, Node>, shared: readonly Shared[]): string {
  const role = parts.get('Role') ?? {}
  const others = new Set(Object.keys(role.properties ?? {}).filter((name) => !shared[0]?.keys.has(name)))
  return [
    `## ${layersHeading}`,
    'Each of these keys may stand in `roles.controlPlane`, `roles.worker`, `controlPlane`, a pool of `workers` and an entry of `nodes`.',
    keyTable(keysOf(role, others), 'layer'),
  ].join('\n\n')
}

function values(tree: Node): string {
  const kinds = new Map<string, Kind>()
  rewrite(tree, (node) => {
    if (isKind(node.kind)) kinds.set(node.kind.title, node.kind)
    return node
  })
  const sorted = [...kinds.values()].sort((a, b) => (a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1))
  const rows = sorted.map(({ title, description, examples }) => [
    `<a id="${valueAnchor(title)}"></a>${title}`,
    cell(description),
    examples.map((example) => code(asYaml(example))).join(', '),
  ])
  return `## Kinds of values\n\n${table(['Kind', 'What it is', 'Examples'], rows)}`
}

function isKind(value: unknown): value is Kind {
  return typeof value === 'object' && value !== null && 'title' in value
}

function rulesTable(): string {
  const rows = rules.map(({ code: name, severity, summary }) => [code(name), severity, cell(summary)])
  return [
    '## Rules',
    [
      'What the file must also be, beyond the form of its keys. An error stops every command, a warning is shown.',
      'Besides these there are the problems of the form itself (`unknown-key`, `schema`, `yaml-…`) and of placement.',
    ].join('\n'),
    table(['Rule', 'Severity', 'What it wants'], rows),
  ].join('\n\n')
}
