#!/bin/bash
# The machine around Talos: boots it, boots it again after a reboot, empties its disk after a reset.
# Runs in the machine's cgroup and network namespace.
while :; do
  unshare --mount --pid --uts --ipc --cgroup --fork --kill-child "$(dirname "$0")/node.sh"
  code=$?
  [ ! -e "$DISK/state/.wipe-me" ] || rm -rf "$DISK"
  echo "[machine] init ended with $code"
  # In a pid namespace reboot(2) ends init with a signal: hangup for a restart, interrupt for power off.
  [ $code = 129 ] || break
  sleep "${BOOT_DELAY:-1}"
done
