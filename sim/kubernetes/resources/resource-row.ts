/** A resource as a table of the API server lists it; lists are words with blanks between them. */
export interface ResourceRow {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly singular: string
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: string
  readonly short: string
  readonly categories: string
  /** By name: the kind that is sent or answered, with group and version where it is another group's, a colon, and the verbs. */
  readonly subresources: Readonly<Record<string, string>>
}
