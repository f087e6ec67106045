# One machine with all kinds of hardware, which changes while it runs as it gets older, and moves in the end.
terraform {
  required_providers {
    proxmox = {
      source  = "bpg/proxmox"
      version = "0.111.1"
    }
  }
}

# Address, name and password come from the environment.
provider "proxmox" {}

variable "age" {
  type    = number
  default = 0
}

resource "proxmox_virtual_environment_vm" "machine" {
  node_name       = var.age >= 3 ? "pve2" : "pve1"
  migrate         = true
  vm_id           = 300
  name            = var.age >= 1 ? "renamed" : "named"
  machine         = "q35"
  bios            = "ovmf"
  scsi_hardware   = "virtio-scsi-single"
  stop_on_destroy = true
  tags            = var.age >= 1 ? ["a", "b"] : ["c"]
  on_boot         = var.age < 1
  description     = "one line\n${var.age >= 1 ? "änd another" : "and another"}"

  agent {
    enabled = true
  }
  cpu {
    cores = 2
    type  = "host"
    flags = ["+aes"]
  }
  memory {
    dedicated = 2048
    floating  = 1024
  }
  efi_disk {
    datastore_id = "local-zfs"
    type         = "4m"
  }
  tpm_state {
    datastore_id = "local-zfs"
    version      = "v2.0"
  }
  disk {
    datastore_id = "local-zfs"
    interface    = "scsi0"
    size         = var.age >= 1 ? 30 : 20
    iothread     = true
    serial       = "root"
  }
  dynamic "disk" {
    for_each = var.age >= 2 ? [1] : []
    content {
      datastore_id = "local-zfs"
      interface    = "virtio1"
      size         = 5
    }
  }
  network_device {
    bridge      = "vmbr0"
    mac_address = "BC:24:11:00:01:02"
    vlan_id     = var.age >= 1 ? 8 : 7
    mtu         = 1
  }
  dynamic "network_device" {
    for_each = var.age >= 2 ? [1] : []
    content {
      bridge = "vmbr0"
    }
  }
  cdrom {
    file_id   = "none"
    interface = "ide0"
  }
  rng {
    source = "/dev/urandom"
  }
  vga {
    type = "serial0"
  }
  serial_device {}
  watchdog {
    enabled = true
    model   = "i6300esb"
    action  = "reset"
  }
  smbios {
    serial = "talos"
  }
  initialization {
    datastore_id = "local-zfs"
    ip_config {
      ipv4 {
        address = "10.7.0.77/24"
        gateway = "10.7.0.254"
      }
    }
    user_account {
      username = "talos"
      password = "secret"
      keys     = ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHRhbG1veHRhbG1veHRhbG1veHRhbG1veHRhbG1veHRh me"]
    }
  }
}
