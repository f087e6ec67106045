import { splitList } from '../format-checks/check.ts'
import { equal } from '../property-string/equal.ts'
import { tryParse } from '../property-string/try-parse.ts'
import type { Release } from '../tables/types.ts'
import { driveFormat, isCdrom, readDrive } from './drive.ts'
import { sameValue } from './same-value.ts'

/** A change of one key of a running VM; an absent value is that of a key that is not there. */
export interface KeyChange {
  readonly key: string
  readonly from: string | undefined
  readonly to: string | undefined
}

interface Running {
  /** What may be plugged in and out while it runs. */
  readonly plugs: ReadonlySet<string>
  readonly ostype: string | undefined
  readonly release: Release
}

type Rule = (change: KeyChange, running: Running) => boolean

const always: Rule = () => true
const withPlug =
  (feature: string): Rule =>
  (_, { plugs }) =>
    plugs.has(feature)

// What is not here waits until the VM was off.
const AT_ONCE: readonly (readonly [RegExp, Rule])[] = [
  [/^(?:name|description|tags|onboot|startup|protection|hookscript|shares|lock|vmstatestorage)$/, always],
  [/^(?:cicustom|cipassword|citype|ciuser|ciupgrade|nameserver|searchdomain|sshkeys|ipconfig\d+)$/, always],
  [/^(?:cpuunits|cpulimit|migrate_downtime|migrate_speed)$/, always],
  [/^hotplug$/, ({ from = '', to = '' }) => !/cpu|memory/.test(`${from} ${to}`)],
  [/^tablet$/, withPlug('usb')],
  [/^usb\d+$/, (_, { plugs, ostype }) => plugs.has('usb') && /^(?:l26|win(?:8|10|11))$/.test(ostype ?? '')],
  [/^vcpus$/, withPlug('cpu')],
  [/^memory$/, withPlug('memory')],
  [/^balloon$/, ({ from, to }) => (to === undefined ? from !== '0' : (from === '0') === (to === '0'))],
  [/^agent$/, agentRule],
  [/^net\d+$/, nicRule],
  [/^(?:scsi|virtio|ide|sata)\d+$/, driveRule],
]

/** Whether a running VM takes a change at once. */
export function takesEffectAtOnce(
  change: KeyChange,
  config: Readonly<Record<string, string>>,
  release: Release,
): boolean {
  if (sameValue(change.key, change.from, change.to, release)) return true
  const rule = AT_ONCE.find(([keys]) => keys.test(change.key))?.[1]
  return rule?.(change, { plugs: plugsOf(config.hotplug), ostype: config.ostype, release }) ?? false
}

function plugsOf(hotplug = '1'): ReadonlySet<string> {
  if (hotplug === '0') return new Set()
  return new Set(hotplug === '1' ? ['network', 'disk', 'usb'] : splitList(hotplug))
}

/** The device itself cannot be plugged; whether disks are trimmed after a clone is no matter of the device. */
function agentRule({ from, to }: KeyChange, { release }: Running): boolean {
  if (from === undefined || to === undefined) return false
  const [one, other] = [from, to].map((text) => tryParse('agent', text, release))
  if (one?.enabled !== true && other?.enabled !== true) return true
  return equal('agent', withoutTrim(from), withoutTrim(to), release)
}

const withoutTrim = (text: string): string => text.replace(/,?fstrim_cloned_disks=\w+/, '')

/** A NIC can be moved to another bridge or VLAN; for anything else it is taken out and put in again. */
function nicRule({ from, to }: KeyChange, { plugs, release }: Running): boolean {
  if (plugs.has('network')) return true
  if (from === undefined || to === undefined) return false
  const [one, other] = [from, to].map((text) => tryParse('net', text, release))
  const stays = ['model', 'macaddr', 'queues', 'mtu'].every((part) => one?.[part] === other?.[part])
  return stays && one?.bridge !== undefined && other?.bridge !== undefined
}

// What a drive is attached with; its limits and its part in backups can change while it is in use.
const FIXED_OPTIONS = ['aio', 'discard', 'iothread', 'queues', 'product', 'cache', 'ssd', 'vendor', 'ro']

function driveRule({ key, from, to }: KeyChange, { plugs, release }: Running): boolean {
  const pluggable = plugs.has('disk') && /^(?:scsi|virtio)/.test(key) && driveFormat(key) !== undefined
  const one = from === undefined ? undefined : readDrive(key, from, release)
  const other = to === undefined ? undefined : readDrive(key, to, release)
  if (one === undefined || other === undefined) return pluggable
  if (isCdrom(one) && isCdrom(other)) return true
  if (one.file !== other.file) return pluggable
  return FIXED_OPTIONS.every((option) => one.options[option] === other.options[option])
}
