import type { Rule } from '../rule.ts'
import { secretsBelow } from '../secrets-below.ts'
import { patchDocuments } from '../written-patches.ts'

/** Patches may hold secrets, but they are easily committed along with the cluster file. */
export const secretInPatch: Rule = {
  code: 'secret-in-patch',
  severity: 'warning',
  summary: 'patches do not hold private keys, tokens or passwords',
  check: (context) =>
    patchDocuments(context).flatMap(({ value, where }) =>
      secretsBelow(value).map(({ path, secret }) => ({
        ...where(path, 'key'),
        message: `${secret} is written here`,
        hint: 'keep this file out of version control, or encrypt it there',
      })),
    ),
}
