import { isObject, type Json, type JsonObject, objectAt } from './api-tree.ts'

/** What 9.2 changed in methods since the schema at hand, which is of 9.1. */
interface Amendment {
  readonly methods: readonly string[]
  readonly drop?: readonly string[]
  readonly add?: JsonObject
  /** A whole new description of the parameters. */
  readonly parameters?: JsonObject
}

const flag = { type: 'boolean', optional: 1 }
const ruleId = { rule: { type: 'string', format: 'pve-configid' } }
const update = {
  digest: { type: 'string', optional: 1, maxLength: 64 },
  delete: { type: 'string', optional: 1, format: 'pve-configid-list', maxLength: 4096 },
}

/** HA rules became variants of one type property, which tells the parameters of each apart. */
function haRules(required: JsonObject, common: JsonObject): JsonObject {
  const variant = (type: string, own: JsonObject) => ({
    'instance-type': type,
    properties: {
      resources: { type: 'string', format: 'pve-ha-resource-id-list', ...required },
      comment: { type: 'string', optional: 1, maxLength: 4096 },
      disable: flag,
      ...own,
    },
  })
  const nodes = { type: 'string', format: 'pve-ha-node-list', ...required }
  const affinity = { type: 'string', enum: ['positive', 'negative'], ...required }
  return {
    additionalProperties: 0,
    allOf: [
      { properties: { ...ruleId, ...common } },
      {
        'type-property': 'type',
        'type-property-schema': { type: 'string', enum: ['node-affinity', 'resource-affinity'], ...required },
        oneOf: [
          variant('node-affinity', { nodes, strict: { ...flag, default: 0 } }),
          variant('resource-affinity', { affinity }),
        ],
      },
    ],
  }
}

const amendments: readonly Amendment[] = [
  {
    methods: ['POST /cluster/backup', 'PUT /cluster/backup/{id}', 'POST /nodes/{node}/vzdump'],
    drop: ['maxfiles', 'notification-policy', 'notification-target'],
  },
  { methods: ['POST /cluster/ha/rules'], parameters: haRules({}, {}) },
  { methods: ['PUT /cluster/ha/rules/{rule}'], parameters: haRules({ optional: 1 }, update) },
  {
    methods: ['PUT /access/users/{userid}/token/{tokenid}'],
    add: { regenerate: { ...flag, default: 0 } },
  },
]

/** Identifiers of zones and vnets have rules of their own now, in place of a named format. */
const sdnId = { pattern: '[a-zA-Z][a-zA-Z0-9]*[a-zA-Z0-9]', minLength: 2, maxLength: 8 }
const changedFormats: Readonly<Record<string, JsonObject>> = { 'pve-sdn-zone-id': sdnId, 'pve-sdn-vnet-id': sdnId }
const changedPatterns: Readonly<Record<string, string>> = { '(/dev/.+|socket)': '(/dev/[^,]+|socket)' }

/** The methods as 9.2 has them. */
export function amend(methods: ReadonlyMap<string, JsonObject>): ReadonlyMap<string, JsonObject> {
  return new Map(
    [...methods].map(([path, verbs]) => [
      path,
      Object.fromEntries(
        Object.entries(verbs).map(([verb, method]) => [
          verb,
          isObject(method) ? amendMethod(verb, path, method) : method,
        ]),
      ),
    ]),
  )
}

function amendMethod(verb: string, path: string, method: JsonObject): JsonObject {
  const { drop = [], add = {}, parameters } = amendments.find((each) => each.methods.includes(`${verb} ${path}`)) ?? {}
  if (parameters !== undefined) return { ...method, parameters }
  const before = objectAt(method, 'parameters')
  const kept = Object.entries({ ...objectAt(before, 'properties'), ...add }).filter(([name]) => !drop.includes(name))
  const properties = Object.fromEntries(kept.map(([name, schema]) => [name, amendSchema(schema)]))
  return { ...method, parameters: { ...before, properties } }
}

function amendSchema(schema: Json | undefined): Json | undefined {
  if (!isObject(schema)) return schema
  const { format, ...rest } = schema
  const rules = typeof format === 'string' ? changedFormats[format] : undefined
  if (rules !== undefined) return { ...rest, ...rules }
  const pattern = typeof schema.pattern === 'string' ? changedPatterns[schema.pattern] : undefined
  return pattern === undefined ? schema : { ...schema, pattern }
}
