#!/bin/bash
# down.sh [--wipe]: stops everything that up.sh started; --wipe also empties the disks and forgets the secrets.
set -uo pipefail
. "$(dirname "$0")/env.sh"
cd "$RUN" 2>/dev/null || exit 0
for file in node*.pid; do
  [ -f "$file" ] || continue
  machine=${file#node}
  "$HERE/node-down.sh" "${machine%.pid}" "${1:-}"
done
[ ! -f pids ] || while read -r pid; do kill "$pid" 2>/dev/null; done <pids
rm -f pids
[ "${1:-}" != --wipe ] || rm -f discovery.snapshot secrets.yaml talosconfig kubeconfig controlplane.yaml worker.yaml
ip netns del "$NET" 2>/dev/null
true
