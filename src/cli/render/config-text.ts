import type { Desired } from '../../resolve/desired.ts'
import { unknownSchematic } from '../../run/render/offline-schematic.ts'
import type { Path } from '../../spec/problem.ts'
import { visible } from '../../spec/visible-text.ts'
import { identityOf } from '../../talos/document/identity.ts'
import { printDocuments } from '../../talos/document/print.ts'
import type { Document } from '../../talos/document/value.ts'
import { placeholderEndpoint } from '../../talos/render/placeholder.ts'
import { redactDocuments } from '../../talos/render/redact.ts'
import type { Rendered } from '../../talos/render/render.ts'
import { setterOf } from '../../talos/render/trace.ts'
import type { ChosenSecrets } from './choose-secrets.ts'

/** The config of a machine as text, with what its reader has to know in front. */
export function configText(
  { machine, documents, traces }: Rendered,
  { desired, bundle, secrets, placeholder }: ChosenSecrets & { readonly desired: Desired },
  { origin, showSecrets }: { readonly origin: boolean; readonly showSecrets: boolean },
): string {
  const shown = showSecrets ? documents : redactDocuments(documents, bundle, secrets.all)
  const setBy = (document: Document) => (path: Path) => {
    const setting = setterOf(traces.get(identityOf(document)), path)
    if (setting === undefined) return undefined
    const { file, line } = setting.patch.where(setting.document, setting.path)
    return visible(`${file}:${line}`)
  }
  const text = origin ? printDocuments(shown, setBy) : printDocuments(shown)
  const { version, contract } = desired.talos
  const standIns = [
    [placeholderEndpoint, 'an address that DHCP will give'],
    [unknownSchematic, 'the id of a schematic that only the image factory can tell'],
  ] as const
  const head = [
    `${machine}: Talos ${version}, contract ${contract}`,
    ...(showSecrets ? [] : ['secrets are hidden: machines cannot use this']),
    ...(placeholder ? ['placeholders stand for the secrets, which are made with the cluster'] : []),
    ...standIns.flatMap(([standIn, what]) => (text.includes(standIn) ? [`${standIn} stands for ${what}`] : [])),
  ]
  return `${head.map((line) => `# ${line}\n`).join('')}${text}`
}
