import { cluster } from './cluster.ts'
import { kubernetesDocuments, kubernetesStructs } from './kubernetes-documents.ts'
import { machine } from './machine.ts'
import { machineNetwork } from './machine-network.ts'
import { networkDocuments, networkStructs } from './network-documents.ts'
import { type DocumentTable, type Field, type Minor, parseField, type StructTable } from './notation.ts'
import { systemDocuments, systemStructs } from './system-documents.ts'
import { volumeDocuments, volumeStructs } from './volume-documents.ts'

/** Fields by name, in the order in which Talos prints them. */
export type Fields = ReadonlyMap<string, Field>

/** What is known about a kind of document. */
export interface Kind {
  readonly kind: string
  readonly since: Minor
  readonly named: boolean
  /** Refused by Talos on workers. */
  readonly controlPlane: boolean
  readonly fields: Fields
}

const structTable: StructTable = {
  ...machine,
  ...machineNetwork,
  ...cluster,
  ...networkStructs,
  ...volumeStructs,
  ...kubernetesStructs,
  ...systemStructs,
}

const documentTable: DocumentTable = {
  ...networkDocuments,
  ...volumeDocuments,
  ...kubernetesDocuments,
  ...systemDocuments,
}

const compile = (entries: Readonly<Record<string, string>>): Fields =>
  new Map(Object.entries(entries).map(([name, text]) => [name, parseField(name, text)]))

const structs: ReadonlyMap<string, Fields> = new Map(
  Object.entries(structTable).map(([name, entries]) => [name, compile(entries)]),
)

const head = { apiVersion: 'string', kind: 'string keep' }

/** Every kind of document by name. */
export const kinds: ReadonlyMap<string, Kind> = new Map(
  Object.entries(documentTable).map(([kind, entry]) => [
    kind,
    {
      kind,
      since: entry.since,
      named: entry.named ?? false,
      controlPlane: entry.controlPlane ?? false,
      fields: compile({ ...head, ...(entry.named ? { name: 'string keep' } : {}), ...entry.fields }),
    },
  ]),
)

/** The fields of a section; asking for one that the table lacks is a mistake in the table. */
export function fieldsOf(struct: string): Fields {
  const fields = structs.get(struct)
  if (fields === undefined) throw new Error(`the Talos table has no section ${struct}`)
  return fields
}

/** Names of all sections, for checking the table itself. */
export const structNames: readonly string[] = [...structs.keys()]
