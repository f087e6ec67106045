#!/bin/sh
# The least rights that talmox needs for the cluster homelab. Run it as root on one of the Proxmox hosts.
set -eu

role() {
  if pveum role list --output-format json | grep -qF "\"roleid\":\"$1\""
  then pveum role modify "$1" --privs "$2"
  else pveum role add "$1" --privs "$2"
  fi
}

role talmox-homelab-hosts 'Sys.AccessNetwork Sys.Audit'
role talmox-homelab-pool 'Pool.Allocate Pool.Audit VM.Allocate VM.Audit VM.Config.CDROM VM.Config.CPU VM.Config.Cloudinit VM.Config.Disk VM.Config.HWType VM.Config.Memory VM.Config.Network VM.PowerMgmt'
role talmox-homelab-network SDN.Use
role talmox-homelab-storage 'Datastore.AllocateTemplate Datastore.Audit'
role talmox-homelab-storage-2 'Datastore.AllocateSpace Datastore.Audit'
role talmox-homelab-machines VM.Config.Options

pveum user list --output-format json | grep -qF '"userid":"talmox@pve"' ||
  pveum user add talmox@pve --comment talmox

# With privilege separation a token has what both it and its user have, so that both are given the roles.
pveum acl modify /nodes/pve1 --users talmox@pve --roles talmox-homelab-hosts --propagate 0
pveum acl modify /nodes/pve2 --users talmox@pve --roles talmox-homelab-hosts --propagate 0
pveum acl modify /nodes/pve3 --users talmox@pve --roles talmox-homelab-hosts --propagate 0
pveum acl modify /pool/k8s-homelab --users talmox@pve --roles talmox-homelab-pool --propagate 0
pveum acl modify /sdn/zones/localnetwork/vmbr0 --users talmox@pve --roles talmox-homelab-network --propagate 0
pveum acl modify /storage/local --users talmox@pve --roles talmox-homelab-storage --propagate 0
pveum acl modify /storage/local-zfs --users talmox@pve --roles talmox-homelab-storage-2 --propagate 0
pveum acl modify /storage/tank --users talmox@pve --roles talmox-homelab-storage-2 --propagate 0
pveum acl modify /vms --users talmox@pve --roles talmox-homelab-machines --propagate 1

# The secret is shown once, when the token is made: it is what PROXMOX_VE_API_TOKEN wants after the =.
pveum user token list talmox@pve --output-format json | grep -qF '"tokenid":"homelab"' ||
  pveum user token add talmox@pve homelab --privsep 1 --comment 'talmox, cluster homelab'
pveum acl modify /nodes/pve1 --tokens 'talmox@pve!homelab' --roles talmox-homelab-hosts --propagate 0
pveum acl modify /nodes/pve2 --tokens 'talmox@pve!homelab' --roles talmox-homelab-hosts --propagate 0
pveum acl modify /nodes/pve3 --tokens 'talmox@pve!homelab' --roles talmox-homelab-hosts --propagate 0
pveum acl modify /pool/k8s-homelab --tokens 'talmox@pve!homelab' --roles talmox-homelab-pool --propagate 0
pveum acl modify /sdn/zones/localnetwork/vmbr0 --tokens 'talmox@pve!homelab' --roles talmox-homelab-network --propagate 0
pveum acl modify /storage/local --tokens 'talmox@pve!homelab' --roles talmox-homelab-storage --propagate 0
pveum acl modify /storage/local-zfs --tokens 'talmox@pve!homelab' --roles talmox-homelab-storage-2 --propagate 0
pveum acl modify /storage/tank --tokens 'talmox@pve!homelab' --roles talmox-homelab-storage-2 --propagate 0
pveum acl modify /vms --tokens 'talmox@pve!homelab' --roles talmox-homelab-machines --propagate 1

# What an earlier cluster file needed and this one does not is taken away again.
kept() {
  cat <<'END'
/nodes/pve1 talmox-homelab-hosts
/nodes/pve2 talmox-homelab-hosts
/nodes/pve3 talmox-homelab-hosts
/pool/k8s-homelab talmox-homelab-pool
/sdn/zones/localnetwork/vmbr0 talmox-homelab-network
/storage/local talmox-homelab-storage
/storage/local-zfs talmox-homelab-storage-2
/storage/tank talmox-homelab-storage-2
/vms talmox-homelab-machines
END
}
field() { printf '%s\n' "$entry" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
pveum acl list --output-format json | tr '}' '\n' |
  { grep '"roleid":"talmox-homelab-\(datacenter\|machines\|pool\|storage\|hosts\|network\|devices\|other\)\(-[0-9]*\)\{0,1\}"' || true; } |
  while read -r entry; do
    path=$(field path) role=$(field roleid) holder=$(field ugid)
    case $holder in
    talmox@pve) as=--users ;;
    'talmox@pve!homelab') as=--tokens ;;
    *) continue ;;
    esac
    kept | grep -qxF "$path $role" || pveum acl delete "$path" "$as" "$holder" --roles "$role" </dev/null
  done
