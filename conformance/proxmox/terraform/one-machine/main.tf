# One machine with an empty disk, wherever the first node is.
terraform {
  required_providers {
    proxmox = {
      source  = "bpg/proxmox"
      version = "0.111.1"
    }
  }
}

# Everything comes from the environment.
provider "proxmox" {}

data "proxmox_virtual_environment_nodes" "all" {}

resource "proxmox_virtual_environment_vm" "machine" {
  node_name       = data.proxmox_virtual_environment_nodes.all.names[0]
  name            = "first"
  stop_on_destroy = true

  cpu {
    cores = 2
    type  = "host"
  }
  memory {
    dedicated = 2048
  }
  disk {
    datastore_id = "local-zfs"
    interface    = "scsi0"
    size         = 10
  }
  network_device {
    bridge = "vmbr0"
  }
}
