#!/bin/bash
# patch.sh SOURCE: everything that is changed in Talos, and nothing else.
set -euo pipefail
cd "$1"
PKG=internal/app/machined/pkg

# Without CAP_SYS_RESOURCE nobody may lower oom_score_adj; an ordinary privileged machine does not need this.
sed -i 's/pathError.Err != syscall.ENOENT {/(pathError.Err != syscall.ENOENT \&\& pathError.Err != syscall.EACCES \&\& pathError.Err != syscall.EPERM) {/' \
  $PKG/system/runner/process/process.go
sed -i 's/s.Process.OOMScoreAdj = &score/_ = score/' $PKG/system/runner/containerd/opts.go

# Container mode refuses Reboot and Shutdown; here the supervisor boots the machine again.
sed -i 's/all ^ uint64(Reboot|Shutdown|Upgrade|Rollback|MetaKV)/all ^ uint64(Upgrade|Rollback|MetaKV)/' $PKG/runtime/mode.go

# In container mode Reset only stops services; it gets the phases of a real machine, and the supervisor empties the disk.
sed -i 's/phases = phases.AppendList(stopAllPhaselist(r, false))\./phases = phases.AppendWhen(in.GetGraceful() \&\& !r.Config().Machine().Kubelet().SkipNodeRegistration(), "drain", taskErrorHandler(logError, CordonAndDrainNode)).AppendWhen(in.GetGraceful(), "cleanup", taskErrorHandler(logError, RemoveAllPods)).AppendWhen(!in.GetGraceful(), "cleanup", taskErrorHandler(logError, StopAllPods)).Append("dbus", StopDBus).AppendWhen(in.GetGraceful() \&\& (r.Config().Machine().Type() != machine.TypeWorker), "leave", LeaveEtcd).Append("preReset", SendResetSignal).AppendList(stopAllPhaselist(r, false)).Append("reset", wipeLater).AppendWhen(in.GetReboot(), "reboot", Reboot)./' \
  $PKG/runtime/v1alpha1/v1alpha1_sequencer.go
cat >>$PKG/runtime/v1alpha1/v1alpha1_sequencer_tasks.go <<'GO'

func wipeLater(runtime.Sequence, any) (runtime.TaskExecutionFunc, string) {
	return func(context.Context, *log.Logger, runtime.Runtime) error {
		return os.WriteFile("/system/state/.wipe-me", nil, 0o600)
	}, "resetSystemDisk"
}
GO

# The card of a machine is one end of a cable between namespaces; Talos names only cards of hardware, by their own address.
CARD='link.Attributes.Name == "eth0"'
sed -i "s/if link.Attributes.Info != nil {/if link.Attributes.Info != nil \&\& !($CARD) {/
  s/status.PermanentAddr = .*/if $CARD { permanentAddr = link.Attributes.Address }\n&/" \
  $PKG/controllers/network/link_status.go
sed -i "s/if link.Attributes.Info != nil ||/if (link.Attributes.Info != nil \&\& !($CARD)) ||/" \
  $PKG/controllers/network/link_alias_spec.go
