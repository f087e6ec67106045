import type { Verb } from '../tables/types.ts'
import type { CallOptions, CallValues } from './call-types.ts'
import { encodeCall } from './encode.ts'
import { type Body, textBody, type UploadSource, uploadBody } from './multipart.ts'
import { describeValues } from './secret-parameters.ts'

/** A call that is ready to be sent, as often as needed. */
export interface Outgoing {
  /** How messages call it, such as `POST /nodes/pve1/qemu`. */
  readonly call: string
  readonly verb: Verb
  /** Path and query, with `/api2/json` before them. */
  readonly target: string
  readonly body: Body | undefined
  /** Its parameters beyond those in the path, for the log; secrets masked. */
  readonly described: string
  readonly options: CallOptions
}

/** A file for a storage. */
export interface Upload {
  readonly node: string
  readonly storage: string
  readonly content: 'iso' | 'import' | 'vztmpl'
  readonly name: string
  readonly source: UploadSource
  /** What Proxmox compares the received file with. */
  readonly sha256?: string
}

const BASE = '/api2/json'
const UPLOAD_MS = 3_600_000

/** Makes a call with its parameters in the query or in a form. */
export function plainCall(verb: Verb, template: string, values: CallValues, options: CallOptions): Outgoing {
  const { path, query, form } = encodeCall(verb, template, values)
  const body = form === undefined ? undefined : textBody('application/x-www-form-urlencoded', form)
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !template.includes(`{${name}}`)))
  const call = `${verb} ${decodeURIComponent(path)}`
  return { call, verb, target: BASE + path + query, body, described: describeValues(rest), options }
}

/** Makes the call that uploads a file; it may take as long as a slow line needs. */
export async function uploadCall(upload: Upload, options: CallOptions): Promise<Outgoing> {
  const { node, storage, content, name, source, sha256 } = upload
  const { path } = encodeCall('POST', '/nodes/{node}/storage/{storage}/upload', { node, storage })
  const checksum: Record<string, string> =
    sha256 === undefined ? {} : { 'checksum-algorithm': 'sha256', checksum: sha256 }
  const body = await uploadBody({ content, ...checksum }, name, source)
  return {
    call: `POST ${path}`,
    verb: 'POST',
    target: BASE + path,
    body,
    described: describeValues({ content, filename: name, bytes: body.length }),
    options: { deadline: UPLOAD_MS, ...options },
  }
}
