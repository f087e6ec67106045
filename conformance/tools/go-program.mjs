// A program that Go builds from the module proxy, at exact versions and checked against the go.sum beside it.
import { cpSync } from 'node:fs'
import path from 'node:path'
import { cache } from '../cache.mjs'
import { freeSpace, goAtLeast } from '../requirements.mjs'
import { runQuietly, tool } from './tool.mjs'

/** A Go program: the folder of its name has go.mod and go.sum, `set` are variables that the linker fills. */
export function goProgram({ name, title, version, folder, main = name, package: pkg, set = {}, gigabytes }) {
  const made = tool({
    name,
    title,
    version,
    folder,
    main,
    needs: [goAtLeast(1, 26), freeSpace(gigabytes, cache, () => made.isBuilt())],
    make(folder) {
      const source = path.join(folder, 'source')
      cpSync(path.join(import.meta.dirname, name), source, { recursive: true })
      const flags = ['-s', '-w', ...Object.entries(set).flatMap(([variable, value]) => ['-X', `${variable}=${value}`])]
      runQuietly('go', ['build', '-trimpath', '-ldflags', flags.join(' '), '-o', path.join(folder, main), pkg], {
        cwd: source,
        env: { CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '-mod=mod -buildvcs=false' },
      })
    },
  })
  return made
}
