// What a part of the conformance run needs of the computer; each says what is missing, or nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statfsSync } from 'node:fs'
import process from 'node:process'

const GIB = 2 ** 30

export const linuxRoot = () =>
  process.platform === 'linux' && process.getuid?.() === 0 ? undefined : 'it needs root on Linux, for namespaces'

export const cgroup2 = () =>
  existsSync('/proc/mounts') && / cgroup2 /.test(readFileSync('/proc/mounts', 'utf8'))
    ? undefined
    : 'cgroup2 is not mounted'

/** A program on the path. */
export const program =
  (name, ...args) =>
  () =>
    spawnSync(name, args, { stdio: 'ignore' }).status === 0 ? undefined : `the program ${name} is missing`

/** Go of a release, or a later one. */
export const goAtLeast = (major, minor) => () => {
  const printed = spawnSync('go', ['version'], { encoding: 'utf8' }).stdout ?? ''
  const [hasMajor, hasMinor] = (/go(\d+)\.(\d+)/.exec(printed) ?? []).slice(1).map(Number)
  if (hasMajor === undefined) return 'the program go is missing'
  const isEnough = hasMajor > major || (hasMajor === major && hasMinor >= minor)
  return isEnough ? undefined : `go is ${hasMajor}.${hasMinor}, and ${major}.${minor} is needed`
}

/** Free space for what is still to be built. */
export const freeSpace = (gigabytes, folder, isBuilt) => () => {
  if (isBuilt()) return undefined
  mkdirSync(folder, { recursive: true })
  const { bavail, bsize } = statfsSync(folder)
  const free = (bavail * bsize) / GIB
  return free >= gigabytes ? undefined : `building needs ${gigabytes} GB, ${folder} has ${Math.floor(free)} GB`
}
