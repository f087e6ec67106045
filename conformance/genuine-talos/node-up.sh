#!/bin/bash
# node-up.sh I: switches machine I on; its disk is the one it had, unless `node-down.sh I --wipe` emptied it.
# NAME, ADDRESS, PREFIX and MAC may be given; I is then any number. $RUN/nodeI.pid is there as long as the power is.
set -euo pipefail
. "$(dirname "$0")/env.sh"
machine=$1
address=${ADDRESS:-$SUBNET.1$machine}
space=$NET-n$machine
mkdir -p "$RUN/root$machine" "$CG2/$space"
cd "$RUN"
if ! ip netns pids "$space" >/dev/null 2>&1; then
  ip netns add "$space"
  ip -n "$space" link set lo up
  ip -n "$NET" link add "v$machine" type veth peer name eth0 ${MAC:+address "$MAC"} netns "$space"
  ip -n "$NET" link set "v$machine" master br0 up
  ip -n "$space" addr add "$address/${PREFIX:-24}" dev eth0
  ip -n "$space" link set eth0 up
  ip -n "$space" route add default via "$SUBNET.1"
fi
export NAME=${NAME:-cp$machine} R=$RUN/root$machine DISK=$RUN/disk$machine DNS=$SUBNET.1 PODCIDR=10.244.${address##*.}.0/24
export GROUP=$CG2/$space SPACE=$space
setsid bash -c 'echo $$ >"$GROUP/cgroup.procs"; exec ip netns exec "$SPACE" "$0"' "$HERE/supervise.sh" \
  >>"node$machine.log" 2>&1 </dev/null &
echo $! >"node$machine.pid"
