import type { TaskName } from './tasks.ts'

/** Something that a machine does step by step, in Talos' own words. */
export type SequenceName = 'initialize' | 'install' | 'boot' | 'reboot' | 'shutdown' | 'reset' | 'upgrade'

/** Tasks that run at the same time. */
export interface Phase {
  readonly name: string
  readonly tasks: readonly TaskName[]
}

const phase = (name: string, ...tasks: readonly TaskName[]): Phase => ({ name, tasks })

/** The phases of each sequence. */
export const SEQUENCES: Readonly<Record<SequenceName, readonly Phase[]>> = {
  initialize: [
    phase('machined', 'startContainerd', 'startMachined', 'startSyslogd', 'startAuditd'),
    phase('udevd', 'startUdevd'),
    phase('dashboard', 'startDashboard'),
    phase('extendServices', 'startExtensions'),
    phase('config', 'loadConfig'),
  ],
  install: [phase('install', 'install')],
  boot: [
    phase('memorySizeCheck', 'memorySizeCheck'),
    phase('diskSizeCheck', 'diskSizeCheck'),
    phase('env', 'waitForCARoots', 'setUserEnvVars'),
    phase('dbus', 'startDBus'),
    phase('sharedFilesystems', 'setupSharedFilesystems'),
    phase('ephemeral', 'mountEphemeralPartition'),
    phase('userSetup', 'writeUserFiles'),
    phase('startEverything', 'startAllServices'),
  ],
  reboot: [
    phase('cleanup', 'stopAllPods'),
    phase('dbus', 'stopDBus'),
    phase('stopEverything', 'stopAllServices'),
    phase('reboot', 'reboot'),
  ],
  shutdown: [
    phase('storeShutdown', 'storeShutdownEmergency'),
    phase('drain', 'cordonAndDrainNode'),
    phase('cleanup', 'stopAllPods'),
    phase('dbus', 'stopDBus'),
    phase('stopEverything', 'stopAllServices'),
    phase('shutdown', 'shutdown'),
  ],
  reset: [
    phase('drain', 'cordonAndDrainNode'),
    phase('cleanup', 'removeAllPods'),
    phase('dbus', 'stopDBus'),
    phase('leave', 'leaveEtcd'),
    phase('preReset', 'sendResetSignal'),
    phase('stopEverything', 'stopAllServices'),
    phase('reset', 'resetSystemDisk'),
    phase('reboot', 'afterReset'),
  ],
  upgrade: [
    phase('drain', 'cordonAndDrainNode'),
    phase('cleanup', 'removeAllPods'),
    phase('dbus', 'stopDBus'),
    phase('leave', 'leaveEtcd'),
    phase('stopServices', 'stopServicesEphemeral'),
    phase('upgrade', 'upgrade'),
    phase('stopEverything', 'stopAllServices'),
    phase('reboot', 'reboot'),
  ],
}
