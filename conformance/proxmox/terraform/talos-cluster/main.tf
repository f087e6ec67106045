# A whole cluster as people make it without us: machines by the provider, everything inside them by talosctl.
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

variable "talosctl" {
  type = string
}

locals {
  image = "factory.talos.dev/nocloud-installer/376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba:v1.13.9"
  machines = {
    cp1 = { host = "pve1", id = 3001, last = 11, role = "controlplane" }
    cp2 = { host = "pve2", id = 3002, last = 12, role = "controlplane" }
    cp3 = { host = "pve3", id = 3003, last = 13, role = "controlplane" }
    w1  = { host = "pve1", id = 3011, last = 21, role = "worker" }
  }
}

resource "proxmox_download_file" "talos" {
  for_each = toset(["pve1", "pve2", "pve3"])

  node_name    = each.key
  datastore_id = "local"
  content_type = "import"
  file_name    = "talos-v1.13.9.qcow2"
  url          = "https://factory.talos.dev/image/376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba/v1.13.9/nocloud-amd64.qcow2"
}

resource "proxmox_virtual_environment_vm" "machine" {
  for_each = local.machines

  node_name       = each.value.host
  vm_id           = each.value.id
  name            = each.key
  boot_order      = ["scsi0"]
  stop_on_destroy = true

  cpu {
    cores = 2
    type  = "host"
  }
  memory {
    dedicated = 4096
  }
  disk {
    datastore_id = "local-zfs"
    interface    = "scsi0"
    import_from  = proxmox_download_file.talos[each.value.host].id
    size         = 20
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
      ${var.talosctl} gen config peer https://${var.subnet}.11:6443 --with-secrets secrets.yaml --kubernetes-version 1.35.4 \
        --install-disk /dev/sda --install-image ${local.image} --output .
      ${var.talosctl} --talosconfig talosconfig config endpoint ${var.subnet}.11 ${var.subnet}.12 ${var.subnet}.13
    EOT
  }
}

resource "terraform_data" "applied" {
  for_each   = local.machines
  depends_on = [terraform_data.configs, proxmox_virtual_environment_vm.machine]

  provisioner "local-exec" {
    command = <<-EOT
      for try in $(seq 60); do
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
      for try in $(seq 60); do
        ${var.talosctl} --talosconfig talosconfig -n ${var.subnet}.11 bootstrap && break
        sleep 1
      done
      ${var.talosctl} --talosconfig talosconfig -n ${var.subnet}.11 health
      ${var.talosctl} --talosconfig talosconfig -n ${var.subnet}.11 kubeconfig kubeconfig
    EOT
  }
}
