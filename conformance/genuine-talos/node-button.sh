#!/bin/bash
# node-button.sh I: presses the power button of machine I; Talos then shuts down.
set -euo pipefail
. "$(dirname "$0")/env.sh"
kill -TERM "$(machine_init "$1")"
