#!/bin/bash
# node-down.sh I [--wipe]: cuts the power of machine I and removes its namespaces and cgroups; --wipe also empties its disk.
set -uo pipefail
. "$(dirname "$0")/env.sh"
machine=$1
space=$NET-n$machine
cd "$RUN" 2>/dev/null || exit 0
if [ -f "node$machine.pid" ]; then
  init=$(machine_init "$machine" 2>/dev/null)
  kill -9 "$(cat "node$machine.pid")" 2>/dev/null
  [ -z "$init" ] || kill -9 "$init" 2>/dev/null
  rm -f "node$machine.pid"
fi
for _ in $(seq 40); do # groups can go when the last process has
  [ -d "$CG2/$space" ] || break
  find "$CG2/$space" -depth -type d -exec rmdir {} + 2>/dev/null
  sleep 0.15
done
ip netns del "$space" 2>/dev/null
ip -n "$NET" link del "v$machine" 2>/dev/null
rmdir "$RUN/root$machine" 2>/dev/null
[ "${2:-}" != --wipe ] || rm -rf "$RUN/disk$machine" "$RUN/node$machine.log"
true
