import type { Script } from 'node:vm'

const hashLength = 32

/** What is loaded. */
export interface CachedFiles {
  /** The file that holds the code. */
  readonly file: string
  /** The small file that starts it and has the exports, where that is another one. */
  readonly entry?: string
}

/** A module that was loaded, and how to remember what the engine made of it. */
export interface Loaded<Exports> {
  readonly exports: Exports
  /** Keeps the compiled code for the next start; best called when the program has done its work. */
  readonly remember: () => void
}

/**
 * Loads a CommonJS file with the code that the engine compiled on an earlier start, a quarter of the time of a command.
 *
 * Compiled code is code: it is taken only from a regular file that is this user's own, in a folder that is too. The
 * engine checks its own version but of the source only the length, so the file is named by the source's hash. Only what
 * has run is compiled, so each use, a command, keeps its own. Node brings the same for its own loader from 22.1 on, and
 * `NODE_DISABLE_COMPILE_CACHE`, which turns that off, turns this off too.
 */
export function cachedModule<Exports>(
  { file, entry }: CachedFiles,
  folder: string | undefined,
  use: string,
): Loaded<Exports> {
  const { buffer, crypto, fs, module: loader, path, vm } = builtIns()
  const bytes = fs.readFileSync(file)
  const hash = crypto.createHash('sha256').update(bytes).digest('hex').slice(0, hashLength)
  // The program is built in ASCII, which is taken as it is.
  const text = bytes.toString(buffer.isAscii(bytes) ? 'latin1' : 'utf8')
  const store = folder && path.join(folder, `${hash}-node-${process.versions.node}-${process.arch}-${use}.code`)
  const cachedData = store === undefined ? undefined : read(store)
  const script = new vm.Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const require = loader.createRequire(file)
  const module = new loader.Module(file)
  // A further file that asks for this one must get it, and not a second copy.
  require.cache[file] = module
  script.runInThisContext()(module.exports, require, module, file, path.dirname(file))
  const fits = cachedData !== undefined && script.cachedDataRejected === false
  return {
    exports: entry === undefined ? module.exports : require(entry),
    remember: () => {
      if (store !== undefined && !fits) keep(store, script)
    },
  }
}

/** Node's own modules, asked for only here: a command that needs none of them starts some milliseconds earlier. */
function builtIns() {
  return {
    buffer: process.getBuiltinModule('node:buffer'),
    crypto: process.getBuiltinModule('node:crypto'),
    fs: process.getBuiltinModule('node:fs'),
    module: process.getBuiltinModule('node:module'),
    os: process.getBuiltinModule('node:os'),
    path: process.getBuiltinModule('node:path'),
    vm: process.getBuiltinModule('node:vm'),
  }
}

/** The folder for compiled code, if there is to be one. */
export function codeFolder(env: NodeJS.ProcessEnv): string | undefined {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined
  const { os, path } = builtIns()
  const cache = env.XDG_CACHE_HOME || (os.homedir() === '' ? '' : path.join(os.homedir(), '.cache'))
  return cache === '' ? undefined : path.join(cache, 'talmox')
}

/** Whether a file or folder is this user's, and nobody else can write to it. */
function isOwn({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
}

function isOwnFolder(folder: string): boolean {
  const found = builtIns().fs.lstatSync(folder)
  return found.isDirectory() && isOwn(found)
}

/** What is checked is what is read: the file is opened once, and a link is not followed. */
function read(store: string): Buffer | undefined {
  const { fs, path } = builtIns()
  let descriptor: number | undefined
  try {
    if (!isOwnFolder(path.dirname(store))) return undefined
    descriptor = fs.openSync(store, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0))
    const found = fs.fstatSync(descriptor)
    return found.isFile() && isOwn(found) ? fs.readFileSync(descriptor) : undefined
  } catch {
    return undefined
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor)
  }
}

/** A cache that cannot be written is no reason to say anything; code of other versions goes, so that it does not pile up. */
function keep(store: string, script: Script): void {
  const { crypto, fs, path } = builtIns()
  const folder = path.dirname(store)
  const part = `${store}.${crypto.randomUUID()}`
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!isOwnFolder(folder)) return
    const current = path.basename(store).slice(0, hashLength)
    for (const name of fs.readdirSync(folder))
      if (/\.code(\.|$)/.test(name) && !name.startsWith(current)) fs.rmSync(path.join(folder, name))
    // Written aside and moved into place, so that a start at the same moment never reads half of it.
    fs.writeFileSync(part, script.createCachedData(), { mode: 0o600, flag: 'wx' })
    fs.renameSync(part, store)
  } catch {}
}
