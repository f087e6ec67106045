import type { TemplateMaking } from './template-for.ts'

/** Notes of a template that talmox makes, by which it is known again. */
export const printTemplateNotes = ({ version, schematic }: Pick<TemplateMaking, 'version' | 'schematic'>): string =>
  `Template of Talos ${version}, made by talmox.\n\nschematic ${schematic}`

const NOTES = /^Template of Talos (v\S+), made by talmox\.\s+schematic ([0-9a-f]{64})\s*$/

/** What the notes of a template that talmox made tell; undefined for any other. */
export function readTemplateNotes(notes: string): Pick<TemplateMaking, 'version' | 'schematic'> | undefined {
  const [, version, schematic] = NOTES.exec(notes) ?? []
  return version === undefined || schematic === undefined ? undefined : { version, schematic }
}

/** The schematic of a template that talmox made; undefined for any other. */
export const schematicInNotes = (notes: string): string | undefined => readTemplateNotes(notes)?.schematic
