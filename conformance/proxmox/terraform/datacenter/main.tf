# What belongs to a cluster besides its machines: rights, a pool, a passed-through card, firewall, availability, backups,
# and machines that are clones of a template.
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

variable "clone_cores" {
  type    = number
  default = 4
}

data "proxmox_version" "here" {}

data "proxmox_virtual_environment_nodes" "all" {}

data "proxmox_datastores" "first" {
  node_name = "pve1"
}

resource "proxmox_virtual_environment_role" "machines" {
  role_id    = "talos-machines"
  privileges = ["VM.Audit", "VM.PowerMgmt", "Datastore.AllocateSpace"]
}

resource "proxmox_virtual_environment_group" "operators" {
  group_id = "operators"
  comment  = "People who operate"
}

resource "proxmox_virtual_environment_user" "operator" {
  user_id = "operator@pve"
  comment = "Operates"
  groups  = [proxmox_virtual_environment_group.operators.group_id]
}

resource "proxmox_user_token" "automation" {
  user_id               = proxmox_virtual_environment_user.operator.user_id
  token_name            = "automation"
  comment               = "Operates by night"
  privileges_separation = false
}

resource "proxmox_virtual_environment_pool" "talos" {
  pool_id = "talos-cluster"
  comment = "Machines of one cluster"
}

resource "proxmox_acl" "operators" {
  group_id = proxmox_virtual_environment_group.operators.group_id
  role_id  = proxmox_virtual_environment_role.machines.role_id
  path     = "/pool/${proxmox_virtual_environment_pool.talos.pool_id}"
}

resource "proxmox_hardware_mapping_pci" "gpu" {
  name    = "gpu"
  comment = "RTX"
  map = [{
    node         = "pve1"
    path         = "0000:28:00.0"
    id           = "10de:2c05"
    subsystem_id = "1462:5310"
    iommu_group  = 17
  }]
}

resource "proxmox_virtual_environment_vm" "template" {
  node_name     = "pve1"
  vm_id         = 998
  name          = "talos-base"
  template      = true
  started       = false
  machine       = "q35"
  bios          = "ovmf"
  scsi_hardware = "virtio-scsi-pci"
  tags          = ["template", "talos"]

  operating_system {
    type = "l26"
  }
  cpu {
    cores = 2
    type  = "x86-64-v2-AES"
  }
  memory {
    dedicated = 2048
  }
  efi_disk {
    datastore_id = "local-zfs"
    type         = "4m"
  }
  disk {
    datastore_id = "local-zfs"
    interface    = "scsi0"
    size         = 20
    discard      = "on"
  }
  network_device {
    bridge = "vmbr0"
  }
}

resource "proxmox_virtual_environment_vm" "clone" {
  for_each = { talos-full = { id = 901, full = true }, talos-linked = { id = 902, full = false } }

  node_name       = "pve1"
  vm_id           = each.value.id
  name            = each.key
  pool_id         = proxmox_virtual_environment_pool.talos.pool_id
  stop_on_destroy = true
  machine         = "q35"
  bios            = "ovmf"
  scsi_hardware   = "virtio-scsi-pci"

  clone {
    vm_id = proxmox_virtual_environment_vm.template.vm_id
    full  = each.value.full
  }
  agent {
    enabled = true
  }
  cpu {
    cores = var.clone_cores
    type  = "host"
  }
  memory {
    dedicated = 4096
  }
  disk {
    datastore_id = "local-zfs"
    interface    = "scsi0"
    size         = 50
    discard      = "on"
  }
  disk {
    datastore_id = "local-zfs"
    interface    = "scsi1"
    size         = 100
    file_format  = "raw"
  }
  network_device {
    bridge   = "vmbr0"
    firewall = true
  }
  initialization {
    datastore_id = "local-zfs"
    ip_config {
      ipv4 {
        address = "10.7.0.${each.value.id - 800}/24"
        gateway = "10.7.0.254"
      }
    }
  }
  dynamic "hostpci" {
    for_each = each.value.full ? [proxmox_hardware_mapping_pci.gpu.name] : []
    content {
      device  = "hostpci0"
      mapping = hostpci.value
      pcie    = true
    }
  }
}

resource "proxmox_virtual_environment_cluster_firewall_security_group" "talos" {
  name    = "talos"
  comment = "What Talos listens on"

  rule {
    type    = "in"
    action  = "ACCEPT"
    proto   = "tcp"
    dport   = "50000:50001"
    comment = "Talos"
  }
  rule {
    type    = "in"
    action  = "ACCEPT"
    proto   = "tcp"
    dport   = "6443"
    comment = "Kubernetes"
    log     = "info"
  }
}

resource "proxmox_virtual_environment_firewall_alias" "home" {
  name    = "home"
  cidr    = "10.7.0.0/24"
  comment = "Home"
}

resource "proxmox_virtual_environment_firewall_ipset" "machines" {
  name    = "machines"
  comment = "Machines of the cluster"

  cidr {
    name    = "10.7.0.101"
    comment = "full"
  }
  cidr {
    name    = "10.7.0.102"
    comment = "linked"
  }
}

resource "proxmox_virtual_environment_firewall_options" "clone" {
  for_each = proxmox_virtual_environment_vm.clone

  node_name    = each.value.node_name
  vm_id        = each.value.vm_id
  enabled      = true
  dhcp         = true
  input_policy = "DROP"
  log_level_in = "info"
}

resource "proxmox_virtual_environment_firewall_rules" "clone" {
  for_each = proxmox_virtual_environment_vm.clone

  node_name = each.value.node_name
  vm_id     = each.value.vm_id

  rule {
    security_group = proxmox_virtual_environment_cluster_firewall_security_group.talos.name
    iface          = "net0"
  }
  rule {
    type    = "in"
    action  = "ACCEPT"
    source  = "+dc/machines"
    comment = "Among each other"
  }
  depends_on = [proxmox_virtual_environment_firewall_ipset.machines]
}

resource "proxmox_haresource" "linked" {
  resource_id = "vm:${proxmox_virtual_environment_vm.clone["talos-linked"].vm_id}"
  state       = "started"
  comment     = "Comes back by itself"
}

resource "proxmox_harule" "linked" {
  rule      = "linked-at-home"
  type      = "node-affinity"
  resources = [proxmox_haresource.linked.resource_id]
  nodes     = { pve1 = 2, pve2 = 1 }
  comment   = "First choice first"
}

resource "proxmox_backup_job" "nightly" {
  id       = "talos-nightly"
  schedule = "02:30"
  storage  = "local"
  vmid     = [for machine in proxmox_virtual_environment_vm.clone : tostring(machine.vm_id)]
  mode     = "snapshot"
  compress = "zstd"
}

output "seen" {
  value = {
    release = data.proxmox_version.here.release
    nodes   = data.proxmox_virtual_environment_nodes.all.names
    stores  = sort([for store in data.proxmox_datastores.first.datastores : store.id])
  }
}
