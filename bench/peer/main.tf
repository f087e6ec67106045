# The cluster of the bench as people make it without talmox: machines by the provider, everything inside them by talosctl.
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

variable "subnet" {
  type = string
}

variable "factory" {
  type = string
}

variable "talosctl" {
  type = string
}

variable "hosts" {
  type = list(string)
}

variable "control_planes" {
  type = number
}

variable "workers" {
  type = number
}

locals {
  schematic = "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba"
  first     = "${var.subnet}.11"
  control_planes = {
    for index in range(var.control_planes) : "cp${index + 1}" =>
    { host = var.hosts[index % length(var.hosts)], id = 2000 + index, last = 11 + index, role = "controlplane" }
  }
  workers = {
    for index in range(var.workers) : "w${index + 1}" => {
      host = var.hosts[(var.control_planes + index) % length(var.hosts)], id = 10000 + index, last = 31 + index, role = "worker"
    }
  }
  machines = merge(local.control_planes, local.workers)
}

resource "proxmox_download_file" "talos" {
  for_each = toset(var.hosts)

  node_name    = each.key
  datastore_id = "local"
  content_type = "import"
  file_name    = "talos-v1.13.9.qcow2"
  url          = "${var.factory}/image/${local.schematic}/v1.13.9/nocloud-amd64.qcow2"
}

resource "proxmox_virtual_environment_vm" "machine" {
  for_each = local.machines

  node_name       = each.value.host
  vm_id           = each.value.id
  name            = each.key
  machine         = "q35"
  bios            = "ovmf"
  scsi_hardware   = "virtio-scsi-pci"
  boot_order      = ["scsi0"]
  on_boot         = true
  stop_on_destroy = true

  operating_system {
    type = "l26"
  }
  cpu {
    cores = 2
    type  = "host"
  }
  memory {
    dedicated = 4096
  }
  efi_disk {
    datastore_id = "local-zfs"
    type         = "4m"
  }
  disk {
    datastore_id = "local-zfs"
    interface    = "scsi0"
    import_from  = proxmox_download_file.talos[each.value.host].id
    size         = 20
    discard      = "on"
    ssd          = true
  }
  network_device {
    bridge = "vmbr0"
  }
  initialization {
    datastore_id = "local-zfs"
    ip_config {
      ipv4 {
        address = "${var.subnet}.${each.value.last}/24"
        gateway = "${var.subnet}.1"
      }
    }
  }
}

resource "terraform_data" "configs" {
  provisioner "local-exec" {
    command = <<-EOT
      set -e
      ${var.talosctl} gen secrets -o secrets.yaml
      ${var.talosctl} gen config bench https://${local.first}:6443 --with-secrets secrets.yaml --kubernetes-version 1.35.4 \
        --install-disk /dev/sda --install-image factory.talos.dev/nocloud-installer/${local.schematic}:v1.13.9 --output .
      ${var.talosctl} --talosconfig talosconfig config endpoint ${join(" ", [for each in local.control_planes : "${var.subnet}.${each.last}"])}
    EOT
  }
}

resource "terraform_data" "applied" {
  for_each   = local.machines
  depends_on = [terraform_data.configs, proxmox_virtual_environment_vm.machine]

  provisioner "local-exec" {
    command = <<-EOT
      for try in $(seq 300); do
        ${var.talosctl} apply-config --insecure -n ${var.subnet}.${each.value.last} -f ${each.value.role}.yaml && exit 0
        sleep 1
      done
      exit 1
    EOT
  }
}

resource "terraform_data" "bootstrapped" {
  depends_on = [terraform_data.applied]

  provisioner "local-exec" {
    command = <<-EOT
      for try in $(seq 300); do
        ${var.talosctl} --talosconfig talosconfig -n ${local.first} bootstrap && break
        sleep 1
      done
    EOT
  }
}

# Waits until everybody is there, again whenever their number has changed.
resource "terraform_data" "healthy" {
  depends_on       = [terraform_data.bootstrapped]
  triggers_replace = keys(local.machines)

  provisioner "local-exec" {
    command = <<-EOT
      set -e
      ${var.talosctl} --talosconfig talosconfig -n ${local.first} health \
        --control-plane-nodes ${join(",", [for each in local.control_planes : "${var.subnet}.${each.last}"])} \
        --worker-nodes ${join(",", [for each in local.workers : "${var.subnet}.${each.last}"])}
      ${var.talosctl} --talosconfig talosconfig -n ${local.first} kubeconfig --force kubeconfig
    EOT
  }
}
