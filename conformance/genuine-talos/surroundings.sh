#!/bin/bash
# surroundings.sh: makes the network that machines are on, with a registry and a discovery service in it.
set -euo pipefail
. "$(dirname "$0")/env.sh"
mkdir -p "$RUN"
cd "$RUN"
: >pids

# background LOG COMMAND…
background() {
  local log=$1
  shift
  setsid "$@" >"$log" 2>&1 </dev/null &
  echo $! >>pids
}

ip netns add "$NET"
ip -n "$NET" link set lo up
ip -n "$NET" link add br0 type bridge
ip -n "$NET" addr add "$SUBNET.1/24" dev br0
ip -n "$NET" link set br0 up
background registry.log ip netns exec "$NET" node "$HERE/registry.mjs" "$LAB/oci" "$SUBNET.1" 5000
background discovery.log ip netns exec "$NET" "$LAB/bin/discovery-service" \
  -addr "$SUBNET.1:3000" -landing-addr '' -metrics-addr '' -snapshot-path "$RUN/discovery.snapshot"
