import { visible } from '../../spec/visible-text.ts'
import type { Plan } from '../plan-type.ts'
import { COLOURS } from './colours.ts'
import { essentialEdges } from './essential.ts'
import { lanesOf } from './lanes.ts'
import { shortTitle } from './short-titles.ts'

/** Short names for nodes, since ids have letters that mean something else there. */
const nodeNames = ({ actions }: Plan): ReadonlyMap<string, string> =>
  new Map(actions.map(({ id }, index) => [id, `n${index}`]))

/** A plan as a Mermaid flowchart: a subgraph for each machine. */
export function mermaidOf(plan: Plan): string {
  const names = nodeNames(plan)
  const lanes = lanesOf(plan.cluster, plan.actions).flatMap(({ name, actions }, index) => [
    `  subgraph s${index}["${mermaidText(name)}"]`,
    ...actions.map((action) => `    ${names.get(action.id)}["${mermaidText(shortTitle(action))}"]:::${action.effect}`),
    '  end',
  ])
  return [
    'flowchart LR',
    ...lanes,
    ...essentialEdges(plan.actions).map(({ from, to }) => `  ${names.get(from)} --> ${names.get(to)}`),
    ...Object.entries(COLOURS).map(([effect, fill]) => `  classDef ${effect} fill:${fill},color:#fff,stroke:none`),
    '',
  ].join('\n')
}

const ENTITIES: Readonly<Record<string, string>> = { '"': '#quot;', '#': '#35;', '<': '#lt;', '>': '#gt;' }

/** Mermaid has no way to escape within quotes but its own kind of entities. */
const mermaidText = (text: string): string =>
  visible(text).replaceAll(/["#<>]/g, (letter) => ENTITIES[letter] ?? letter)

/** A plan for Graphviz: a cluster for each machine. */
export function dotOf(plan: Plan): string {
  const names = nodeNames(plan)
  const lanes = lanesOf(plan.cluster, plan.actions).flatMap(({ name, actions }, index) => [
    `  subgraph cluster_${index} {`,
    `    label=${JSON.stringify(name)}`,
    ...actions.map(
      (action) =>
        `    ${names.get(action.id)} [label=${JSON.stringify(shortTitle(action))}, fillcolor="${COLOURS[action.effect]}"]`,
    ),
    '  }',
  ])
  return [
    `digraph ${JSON.stringify(plan.cluster)} {`,
    '  rankdir=LR',
    '  node [shape=box, style="filled,rounded", fontcolor=white, color=none]',
    ...lanes,
    ...essentialEdges(plan.actions).map(({ from, to }) => `  ${names.get(from)} -> ${names.get(to)}`),
    '}',
    '',
  ].join('\n')
}
