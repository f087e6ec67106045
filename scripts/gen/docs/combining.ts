import { shortcutTargets } from '../../../src/resolve/layers.ts'
import { type ListRule, listRules, wholeValues } from '../../../src/resolve/merge-rules.ts'
import { code, table } from './markdown.ts'

/** The chapter on how the layers of a machine's settings combine. */
export function combining(): string {
  return [
    '## How settings combine',
    `A machine's settings are laid over each other, from the widest layer to the narrowest:`,
    [
      '1. what is built in: the defaults in the tables below,',
      '2. the sections of the whole cluster: `vm`, `talos`, `kubernetes`, `network`, `image` and `proxmox.storage`,',
      '3. its role: `roles.controlPlane` or `roles.worker`,',
      '4. its pool: `controlPlane`, or its entry in `workers`,',
      '5. the machine itself: its entry in `nodes`.',
    ].join('\n'),
    'Maps merge key by key. Of a single value, the narrowest layer wins. So it is with a list, but some lists add up:',
    table(
      ['List', 'When two layers have it'],
      Object.entries(listRules).map(([name, rule]) => [code(name), listRuleText(rule)]),
    ),
    `Some maps are one value, and a narrower layer replaces them whole: ${wholeValues.map((path) => code(path.join('.'))).join(', ')}.`,
    '### null',
    [
      '`null` takes away what wider layers say, built-in values included: `balloon: null` leaves it to Proxmox, and',
      '`labels: { zone: null }` takes one label away. A list that adds up starts over: `tags: null`. A section without',
      'content, such as `vm:` with nothing below it, takes nothing away. Inside of patches, `kubelet.extraConfig` and',
      '`overlay.options`, which have formats of their own, `null` is a value like any other.',
    ].join('\n'),
    '### Short forms',
    'In a role, a pool and a node, what people set most has a short form, which means exactly the long one:',
    table(
      ['Short', 'Long'],
      Object.entries(shortcutTargets).map(([short, target]) => [code(short), longForm(short, target)]),
    ),
  ].join('\n\n')
}

function listRuleText(rule: ListRule): string {
  if (rule === 'append') return 'the narrower one comes after the wider one'
  return rule === 'union'
    ? 'together, the same item once'
    : 'together; an item of the same name (for taints: key and effect) replaces the wider one'
}

function longForm(short: string, target: readonly string[]): string {
  const long = code(target.join('.'))
  if (short === 'disk') return `${long}, or ${code(`${target.join('.')}.size`)} when it is a size`
  return short === 'gpu' ? `${long} with this one device` : long
}
