import { type Section, sectionAt } from '../../../world/section.ts'
import type { Call, Handlers, LooseParameters } from '../../call.ts'
import { digestOfSections, requireDigest } from '../../config/digest.ts'
import { changed, checkChange, checkNew, type SectionKind, sectionOf } from '../../config/section-config.ts'
import { died } from '../../failure.ts'

const kinds: Readonly<Record<string, SectionKind>> = {
  graphite: { required: ['server'], optional: ['port', 'mtu', 'proto', 'timeout', 'path', 'disable'] },
  influxdb: {
    required: ['server', 'port'],
    optional: [
      ...['mtu', 'disable', 'organization', 'bucket', 'influxdbproto', 'timeout', 'max-body-size'],
      ...['api-path-prefix', 'verify-certificate'],
    ],
  },
  opentelemetry: {
    required: ['server'],
    optional: [
      ...['port', 'disable', 'otel-protocol', 'otel-path', 'otel-timeout', 'otel-headers', 'otel-verify-ssl'],
      ...['otel-max-body-size', 'otel-resource-attributes', 'otel-compression'],
    ],
  },
}

function kindOf(type: unknown): SectionKind {
  const kind = kinds[String(type)]
  if (kind === undefined) throw died(`unknown section type '${type}'`)
  return kind
}

/** Settings without the token, which is kept where nobody can read it back. */
function settings(params: LooseParameters): Section {
  const { id: _id, type: _type, token: _token, digest: _digest, delete: _delete, ...rest } = params
  return sectionOf(rest)
}

function list({ sim }: Call<object>) {
  return Object.entries(sim.world.metricServers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { disable = 0, type, server, port }]) => ({ id, disable, type, server, port }))
}

function read({ sim, params }: Call<{ id: string }>) {
  const server = sectionAt(sim.world.metricServers, params.id)
  if (server === undefined) throw died(`status server entry '${params.id}' does not exist`)
  return server
}

/** Adds a server; nothing is sent to it, so it always counts as reachable. */
function create({ sim, params }: Call<{ id: string; type: string }>) {
  const { metricServers } = sim.world
  const { id, type } = params
  const kind = kindOf(type)
  if (Object.hasOwn(metricServers, id)) throw died(`Metric server '${id}' already exists`)
  const given = settings(params)
  checkNew(kind, given)
  metricServers[id] = { type, ...given }
  return null
}

function update({ sim, params }: Call<{ id: string; digest?: string; delete?: string }>) {
  const { metricServers } = sim.world
  requireDigest(digestOfSections(metricServers), params.digest)
  const before = sectionAt(metricServers, params.id)
  if (before === undefined) throw died(`no such server '${params.id}'`)
  const kind = kindOf(before.type)
  const given = settings(params)
  checkChange(kind, given)
  metricServers[params.id] = changed(kind, before, given, params.delete)
  return null
}

function remove({ sim, params }: Call<{ id: string }>) {
  const { metricServers } = sim.world
  if (sectionAt(metricServers, params.id) === undefined) {
    throw died('cannot lookup undefined type! at /usr/share/perl5/PVE/API2/Cluster/MetricServer.pm line 295.')
  }
  delete metricServers[params.id]
  return null
}

/** Servers that metrics are sent to. */
export const metricServerHandlers: Handlers = {
  'GET /cluster/metrics/server': list,
  'GET /cluster/metrics/server/{id}': read,
  'POST /cluster/metrics/server/{id}': create,
  'PUT /cluster/metrics/server/{id}': update,
  'DELETE /cluster/metrics/server/{id}': remove,
}
