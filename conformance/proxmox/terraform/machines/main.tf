# A cluster of six as its owners have it: q35 with UEFI, ZFS disks, a VLAN, cloud-init addresses and a start order.
terraform {
  required_providers {
    proxmox = {
      source  = "bpg/proxmox"
      version = "0.111.1"
    }
  }
}

# Address and token come from the environment.
provider "proxmox" {}

variable "worker_memory" {
  type    = number
  default = 16384
}

locals {
  hosts = ["pve1", "pve2", "pve3"]
  machines = {
    talos-cplane-001 = { id = 2001, role = "controlplane", cores = 4, memory = 8192, disk = 64 }
    talos-cplane-002 = { id = 2002, role = "controlplane", cores = 4, memory = 8192, disk = 64 }
    talos-cplane-003 = { id = 2003, role = "controlplane", cores = 4, memory = 8192, disk = 64 }
    talos-worker-001 = { id = 2011, role = "worker", cores = 8, memory = var.worker_memory, disk = 256 }
    talos-worker-002 = { id = 2012, role = "worker", cores = 8, memory = var.worker_memory, disk = 256 }
    talos-worker-003 = { id = 2013, role = "worker", cores = 8, memory = var.worker_memory, disk = 256 }
  }
}

resource "proxmox_download_file" "talos" {
  for_each = toset(local.hosts)

  node_name          = each.key
  datastore_id       = "local"
  content_type       = "import"
  file_name          = "talos-v1.13.9-nocloud-amd64.qcow2"
  url                = "https://factory.example.test/image/376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba/v1.13.9/nocloud-amd64.qcow2"
  checksum           = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"
  checksum_algorithm = "sha256"
}

resource "proxmox_virtual_environment_vm" "machine" {
  for_each = local.machines

  node_name     = local.hosts[each.value.id % 10 - 1]
  vm_id         = each.value.id
  name          = each.key
  description   = "Talos ${each.value.role}"
  tags          = ["kubernetes", "linux", "talos", each.value.role]
  pool_id       = "talos"
  machine       = "q35"
  bios          = "ovmf"
  boot_order    = ["scsi0"]
  scsi_hardware = "virtio-scsi-pci"
  tablet_device = false

  # Talos shuts down in an orderly way, but nobody waits for it on the way out.
  stop_on_destroy = true

  startup {
    order      = each.value.id % 100
    up_delay   = 15
    down_delay = 60
  }

  agent {
    enabled = true
  }

  operating_system {
    type = "l26"
  }

  cpu {
    cores = each.value.cores
    type  = "host"
    numa  = true
  }

  memory {
    dedicated = each.value.memory
  }

  efi_disk {
    datastore_id      = "local-zfs"
    type              = "4m"
    pre_enrolled_keys = false
  }

  disk {
    datastore_id = "local-zfs"
    interface    = "scsi0"
    import_from  = proxmox_download_file.talos[local.hosts[each.value.id % 10 - 1]].id
    size         = each.value.disk
    discard      = "on"
    ssd          = true
    backup       = false
    replicate    = false
  }

  network_device {
    bridge  = "vmbr0"
    vlan_id = 7
    queues  = each.value.cores
  }

  serial_device {}

  initialization {
    datastore_id = "local-zfs"
    dns {
      servers = ["10.7.0.254"]
    }
    ip_config {
      ipv4 {
        address = "10.7.0.${each.value.id % 100}/24"
        gateway = "10.7.0.254"
      }
    }
  }
}

output "addresses" {
  value = { for name, machine in proxmox_virtual_environment_vm.machine : name => machine.ipv4_addresses }
}
