import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../shared-data.ts'

/** What may be wrong with what talmox is given or meets in its Talos half, and the test that shows what it says then. */
const SHOWN = [
  ['broken bundle', 'test/talos/secrets/read.test.ts', 'everything wrong is reported at once'],
  ['expired authority', 'test/talos/secrets/read.test.ts', 'an expired authority is named with its date'],
  [
    'expired authority of a machine',
    'test/sim/talos/certificates.test.ts',
    'whose authority has ended believes nobody',
  ],
  ['wrong authority for a machine', 'test/sim/talos/strangers.test.ts', 'at the address says whose it is'],
  [
    'machine of another cluster at the address',
    'test/plan/cases.ts',
    'a Talos of another cluster answers at the address',
  ],
  [
    'the same, found by a probe',
    'test/talos/api/probe.test.ts',
    'a machine of another cluster is told by its certificate',
  ],
  [
    'maintenance instead of a config',
    'test/sim/talos/strangers.test.ts',
    'where a configured one was expected, says so',
  ],
  ['oversized config', 'test/talos/render/problems.test.ts', 'a config that is too large for a message is refused'],
  ['patch with an unknown kind', 'test/bad/patch-kind-unknown.txt', 'patch-kind-unknown'],
  ['patch with a newer kind', 'test/bad/patch-kind-too-new.txt', 'patch-kind-too-new'],
  ['one name for two machines', 'test/bad/duplicate-name.txt', 'duplicate-name'],
  [
    'a host name of a patch for several machines',
    'test/talos/render/problems.test.ts',
    'that is for several machines is refused',
  ],
  ['a host name twice in one config', 'test/talos/validate/validate.test.ts', 'HostnameConfig already says this'],
  [
    'shared address on a worker',
    'test/talos/validate/validate.test.ts',
    'a shared address can only be had by control planes',
  ],
  ['YAML bomb', 'test/talos/document/read.test.ts', 'an alias bomb is refused'],
  ['YAML bomb as a cluster file', 'test/spec/hostile-files.test.ts', 'aliases of aliases of aliases'],
  [
    'a hundred thousand documents',
    'test/talos/document/read.test.ts',
    'a hundred thousand documents are refused at once',
  ],
] as const

test.each(SHOWN)('%s is shown in %s', (_, file, words) => {
  expect(readFileSync(path.join(root, file), 'utf8')).toContain(words)
})
