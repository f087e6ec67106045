import type { Vm } from '../../../world/vm.ts'
import { isRoot } from '../../auth/caller.ts'
import { requireAll } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'
import { guestName } from '../../guests/facts.ts'
import { locked } from './config/config-lock.ts'
import { loadVm } from './config/vm-file.ts'
import { hardwareOf } from './status/hardware.ts'
import { endRun } from './status/run.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const FREE = words('help ? info')
const MODIFY = words(`
  gpa2hpa gpa2hva i announce_self backup_cancel balloon block_job_cancel block_job_complete block_job_pause
  block_job_resume block_job_set_speed block_resize block_set_io_throttle boot_set calc_dirty_rate
  cancel_vcpu_dirty_limit chardev-send-break closefd commit cont c cpu delvm eject exit_preconfig expire_password getfd
  gva2gpa loadvm log migrate_cancel migrate_continue migrate_pause migrate_set_capability migrate_set_parameter
  migrate_start_postcopy mouse_button mouse_move mouse_set one-insn-per-tb print p qemu-io qom-get qom-list quit q
  replay_break replay_delete_break replay_seek ringbuf_read ringbuf_write savevm sendkey set_link set_password
  set_vcpu_dirty_limit snapshot_blkdev_internal snapshot_delete_blkdev_internal stopcapture stop s sum sync-profile
  system_powerdown system_reset system_wakeup trace-event x x_colo_lost_heartbeat xp`)
const ROOT = words(`
  backup block_stream change chardev-add chardev-change chardev-remove client_migrate_info device_add device_del
  drive_add drive_backup drive_del drive_mirror dump-guest-memory dumpdtb gdbserver hostfwd_add hostfwd_remove logfile
  mce memsave migrate migrate_incoming migrate_recover nbd_server_add nbd_server_remove nbd_server_start
  nbd_server_stop netdev_add netdev_del nmi o object_add object_del pcie_aer_inject_error pmemsave qom-set savevm-end
  savevm-start screendump snapshot_blkdev watchdog_action wavcapture xen-event-inject xen-event-list`)

type MonitorCall = Call<{ vmid: number; command: string }>

function monitor(call: MonitorCall): string {
  const { sim, caller, params } = call
  const [name = ''] = params.command.trim().split(/\s+/)
  if (name === '') throw died(`unexpected command '${params.command}'`)
  if (!FREE.has(name) && !MODIFY.has(name) && !ROOT.has(name) && !isRoot(caller)) {
    throw died(`command '${name}' non-existent or not assigned a required permission yet, limiting to root user`)
  }
  if (ROOT.has(name) && !isRoot(caller)) throw died(`root-only command '${name}'`)
  if (MODIFY.has(name)) requireAll(sim.world, caller.id, '/', ['Sys.Modify'])
  const vm = loadVm(call, params.vmid)
  return vm.run === undefined ? `ERROR: VM ${params.vmid} not running\n` : carryOut(call, vm, params.command.trim())
}

/** What the commands do that change or show the state of a machine; the others are taken without a word. */
function carryOut(call: MonitorCall, vm: Vm, command: string): string {
  const { run } = vm
  if (run === undefined) return ''
  const guest = call.sim.guests.of(vm.vmid)
  const status = run.status === 'running' ? 'running' : 'paused'
  const effects: Readonly<Record<string, () => string>> = {
    'info status': () => `VM status: ${status}\r\n`,
    'info name': () => `${guestName(vm)}\r\n`,
    'info version': () => `${call.sim.release.qemu}pve-qemu-kvm_${call.sim.release.qemu}-1\r\n`,
    stop: () => set(run, 'paused'),
    cont: () => set(run, 'running'),
    quit: () => done(() => endRun(call, vm)),
    system_reset: () => done(() => guest.reset(hardwareOf(call, vm))),
    system_powerdown: () => done(() => guest.pressPowerButton()),
  }
  return effects[command]?.() ?? ''
}

function done(effect: () => void): string {
  effect()
  return ''
}

function set(run: { status: string }, status: string): string {
  run.status = status
  return ''
}

const KEYS =
  /^(?:[a-z0-9]|f(?:[1-9]|1\d|2[0-4])|kp_\w+|shift(?:_r)?|ctrl(?:_r)?|alt(?:_r)?|meta_[lr]|altgr|esc|tab|ret|spc|backspace|delete|insert|home|end|pgup|pgdn|up|down|left|right|caps_lock|num_lock|scroll_lock|print|sysrq|pause|menu|minus|equal|comma|dot|slash|backslash|semicolon|apostrophe|grave_accent|bracket_left|bracket_right|less|asterisk|power|sleep|wake)$/

async function sendKey(call: Call<{ vmid: number; key: string; skiplock?: boolean }>): Promise<null> {
  const { vmid, key } = call.params
  await locked(call, vmid, () => {
    const vm = loadVm(call, vmid)
    if (vm.run === undefined) throw died(`VM ${vmid} not running`)
    const wrong = key.split('-').find((each) => !KEYS.test(each))
    if (wrong !== undefined) throw died(`invalid parameter: ${wrong}\r`)
  })
  return null
}

/** Talking to the hypervisor of a machine. */
export const monitorHandlers: Handlers = {
  'POST /nodes/{node}/qemu/{vmid}/monitor': monitor,
  'PUT /nodes/{node}/qemu/{vmid}/sendkey': sendKey,
}
