import type { Script } from 'node:vm'

/** A module that was loaded, and how to remember what the engine made of it. */
export interface Loaded<Exports> {
  readonly exports: Exports
  /** Keeps the compiled code for the next start; best called when the program has done its work. */
  readonly remember: () => void
}

/**
 * Loads a CommonJS file with the code that the engine compiled on an earlier start, a quarter of the time of a command.
 *
 * The engine itself refuses compiled code of another version of itself or of another source, so a stale file costs time
 * only. It lies in a folder of the user's own, as compiled code is code. Node brings the same for its own loader from
 * 22.1 on, and `NODE_DISABLE_COMPILE_CACHE`, which turns that off, turns this off too.
 */
export function cachedModule<Exports>(file: string, store: string | undefined): Loaded<Exports> {
  const { fs, path, vm } = builtIns()
  const cachedData = store === undefined ? undefined : read(store)
  const source = `(function (exports, require, module, __filename, __dirname) {${fs.readFileSync(file, 'utf8')}\n})`
  const script = new vm.Script(source, {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const module = { exports: {} as Exports }
  script.runInThisContext()(module.exports, builtIns().module.createRequire(file), module, file, path.dirname(file))
  const fresh = cachedData !== undefined && script.cachedDataRejected === false
  return {
    exports: module.exports,
    remember: () => {
      if (store !== undefined && !fresh) keep(store, script)
    },
  }
}

/** Node's own modules, asked for only here: a command that needs none of them starts some milliseconds earlier. */
function builtIns() {
  return {
    fs: process.getBuiltinModule('node:fs'),
    module: process.getBuiltinModule('node:module'),
    os: process.getBuiltinModule('node:os'),
    path: process.getBuiltinModule('node:path'),
    vm: process.getBuiltinModule('node:vm'),
  }
}

/** Where the compiled code of this version is kept, if anywhere. */
export function codeStore(version: string, env: NodeJS.ProcessEnv): string | undefined {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined
  const { os, path } = builtIns()
  const folder = env.XDG_CACHE_HOME || (os.homedir() === '' ? '' : path.join(os.homedir(), '.cache'))
  return folder === ''
    ? undefined
    : path.join(folder, 'talmox', `${version}-node-${process.versions.node}-${process.arch}.code`)
}

/** Only what this user wrote, and nobody else can write to, is run. */
function read(store: string): Buffer | undefined {
  const { fs } = builtIns()
  try {
    const { uid, mode } = fs.statSync(store)
    const own = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
    return own ? fs.readFileSync(store) : undefined
  } catch {
    return undefined
  }
}

/** A cache that cannot be written is no reason to say anything. */
function keep(store: string, script: Script): void {
  const { fs, path } = builtIns()
  const part = `${store}.${process.pid}`
  try {
    fs.mkdirSync(path.dirname(store), { recursive: true, mode: 0o700 })
    // Written aside and moved into place, so that a start at the same moment never reads half of it.
    fs.writeFileSync(part, script.createCachedData(), { mode: 0o600 })
    fs.renameSync(part, store)
  } catch {}
}
