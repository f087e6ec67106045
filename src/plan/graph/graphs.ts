import type { Plan } from '../plan-type.ts'
import { svgOf } from './svg.ts'
import { dotOf, mermaidOf } from './text-graphs.ts'

/** The forms in which a plan is drawn. */
export const graphs = { svg: svgOf, mermaid: mermaidOf, dot: dotOf } satisfies Readonly<
  Record<string, (plan: Plan) => string>
>
