import { nearest } from '../../spec/nearest.ts'
import { extensionLists } from '../extension-lists.ts'
import { extensionName } from '../image.ts'
import { officialExtensions } from '../official-extensions.ts'
import type { Finding, Rule } from '../rule.ts'

const owner = 'siderolabs/'

/** The image factory refuses an unknown extension long after the file was written; a newer one may exist, though. */
export const extensionUnknown: Rule = {
  code: 'extension-unknown',
  severity: 'warning',
  summary: 'official extensions are ones that talmox has heard of',
  check: ({ spec }) => {
    const lists = extensionLists(spec)
    if (lists.every(([, names]) => names.length === 0)) return []
    const official = officialExtensions()
    return lists.flatMap(([path, names]) =>
      names.flatMap((name, index): Finding[] => {
        const full = extensionName(name)
        if (!full.startsWith(owner) || official.includes(full.slice(owner.length))) return []
        const close = nearest(full.slice(owner.length), official)
        return [
          {
            path: [...path, index],
            message: `${name} is not an official extension that talmox knows`,
            hint:
              close === undefined
                ? 'check its name; the image factory refuses what it does not have for this Talos'
                : `did you mean ${close}?`,
          },
        ]
      }),
    )
  },
}
