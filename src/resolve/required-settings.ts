import { formatPath, type Path } from '../spec/problem.ts'

/** The settings without which no machine can be made: `null` cannot take them away, only another value can replace them. */
const requiredSettings: ReadonlySet<string> = new Set([
  'vm.cores',
  'vm.sockets',
  'vm.cpu',
  'vm.memory',
  'vm.bios',
  'vm.ostype',
  'vm.scsihw',
  'vm.disk',
  'vm.disk.size',
  'vm.disk.bus',
  'vm.net.model',
  'talos.arch',
  'image.mode',
  'network.bridge',
  'storage.disks',
  'storage.images',
])

/** Whether every machine needs a setting, so that its removal is ignored and reported. */
export function isRequired(setting: Path): boolean {
  return requiredSettings.has(formatPath(setting))
}
