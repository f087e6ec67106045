import type { Paint as PlanPaint } from '../../plan/explain.ts'
import type { Paint, Style } from '../printer.ts'

const STYLES: Readonly<Record<Parameters<PlanPaint>[0], Style>> = {
  create: 'green',
  update: 'yellow',
  reboot: ['bold', 'yellow'],
  destroy: 'red',
  wait: 'dim',
  refused: ['bold', 'red'],
  warning: ['bold', 'yellow'],
  quiet: 'dim',
  strong: 'bold',
}

/** The colours of a plan on a terminal. */
export const paintPlan =
  (paint: Paint): PlanPaint =>
  (what, text) =>
    paint(STYLES[what], text)
