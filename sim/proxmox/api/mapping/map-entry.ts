import type { Section } from '../../../world/section.ts'

/** What a mapping says of one node: its device or directory, by key. */
export type MapEntry = Readonly<Record<string, string>>

/** The entries of a mapping, one for each device or directory. */
export function mapEntries({ map }: Section): readonly MapEntry[] {
  const texts = typeof map === 'object' ? map : []
  return texts.map((text) =>
    Object.fromEntries(
      text.split(',').map((part) => {
        const at = part.indexOf('=')
        return [part.slice(0, at), part.slice(at + 1)]
      }),
    ),
  )
}
