// Makes an image of one layer out of a folder and adds it to the store that registry.mjs serves.
// usage: node oci.mjs STORE REPOSITORY:TAG FOLDER ENTRYPOINT
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const [store, reference, folder, entrypoint] = process.argv.slice(2)
mkdirSync(path.join(store, 'blobs'), { recursive: true })

/** Stores bytes under their own digest. */
function put(bytes) {
  const hash = createHash('sha256').update(bytes).digest('hex')
  writeFileSync(path.join(store, 'blobs', hash), bytes)
  return { digest: `sha256:${hash}`, size: bytes.length }
}

const putJson = (value) => put(Buffer.from(JSON.stringify(value)))

// Nothing in the archive depends on when and by whom it was made; not compressed, since it only crosses a bridge.
const REPRODUCIBLE = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner']
const layer = put(execFileSync('tar', [...REPRODUCIBLE, '-C', folder, '-cf', '-', '.'], { maxBuffer: 2 ** 31 - 1 }))
const config = putJson({
  architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
  os: 'linux',
  config: { Env: ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'], Entrypoint: [entrypoint] },
  rootfs: { type: 'layers', diff_ids: [layer.digest] },
})
const mediaType = 'application/vnd.oci.image.manifest.v1+json'
const { digest } = putJson({
  schemaVersion: 2,
  mediaType,
  config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
  layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar', ...layer }],
})

const index = path.join(store, 'index.json')
const images = existsSync(index) ? JSON.parse(readFileSync(index, 'utf8')) : {}
writeFileSync(index, JSON.stringify({ ...images, [reference]: digest }, null, 1))
console.log(reference, digest, layer.size)
