import type { Section, Sections } from '../../../world/section.ts'
import { digestOfSections } from '../../config/digest.ts'

/** Which state a request asks for: as written, as applied, or both side by side. */
export type View = { pending?: boolean; running?: boolean }

/** Sections of one state, ready to be shown. */
export type Viewed = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What stands in a view; only what is written has a digest. */
export function view(written: Sections, applied: Sections, { pending, running }: View): Viewed {
  if (pending) return withDigest(sideBySide(written, applied), null)
  return running ? withDigest(applied, null) : withDigest(written, digestOfSections(written))
}

function withDigest(sections: Viewed, digest: string | null): Viewed {
  return Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, { ...section, digest }]))
}

/** What applies, with what will change; keys that tell what something is stand on their own. */
function sideBySide(written: Sections, applied: Sections): Viewed {
  const ids = [...new Set([...Object.keys(applied), ...Object.keys(written)])]
  return Object.fromEntries(ids.map((id) => [id, difference(written[id], applied[id])]))
}

const IDENTITY = ['type', 'vnet']

function difference(written: Section | undefined, applied: Section | undefined): Readonly<Record<string, unknown>> {
  if (written === undefined) return { ...applied, state: 'deleted', pending: {} }
  const changes = Object.entries(written).filter(
    ([key, value]) => !IDENTITY.includes(key) && String(applied?.[key]) !== String(value),
  )
  const gone = Object.keys(applied ?? {}).filter((key) => written[key] === undefined)
  const pending = Object.fromEntries([...changes, ...gone.map((key) => [key, 'deleted'] as const)])
  const identity = Object.fromEntries(Object.entries(written).filter(([key]) => IDENTITY.includes(key)))
  if (applied === undefined) return { ...identity, state: 'new', pending }
  return Object.keys(pending).length === 0 ? applied : { ...applied, ...identity, state: 'changed', pending }
}
