"""The life of a machine, told by proxmoxer; each check is one line of JSON with an error where it failed."""

import io
import json
import os
import sys
import traceback

from proxmoxer import AuthenticationError, ProxmoxAPI, ResourceException
from proxmoxer.tools import Tasks

# Its own patience of five seconds is too short for a busy computer.
HOST = {
    "host": "127.0.0.1",
    "port": int(os.environ["PROXMOX_PORT"]),
    "verify_ssl": os.environ["PROXMOX_CA"],
    "timeout": 60,
}
PASSWORD = {"user": "robot@pve", "password": os.environ["PROXMOX_PASSWORD"]}
TOKEN = {"user": "robot@pve", "token_name": "machines", "token_value": os.environ["PROXMOX_SECRET"]}
HARDWARE = {
    "machine": "q35",
    "bios": "ovmf",
    "cores": 2,
    "memory": 2048,
    "balloon": 0,
    "agent": 1,
    "scsihw": "virtio-scsi-pci",
    "scsi0": "local-zfs:8,discard=on,ssd=1",
    "efidisk0": "local-zfs:1,efitype=4m",
    "ide2": "local-zfs:cloudinit",
    "net0": "virtio,bridge=vmbr0,tag=7",
    "ostype": "l26",
}


def done(api, upid):
    status = Tasks.blocking_status(api, upid, timeout=120, polling_interval=0.1)
    assert status is not None and status["exitstatus"] == "OK", status


def equal(found, wanted):
    assert found == wanted, f"wanted {wanted!r}, found {found!r}"


def refused(call, status, words):
    try:
        answer = call()
    except ResourceException as error:
        equal(error.status_code, status)
        assert words in str(error), str(error)
        return
    raise AssertionError(f"it was allowed: {answer!r}")


def a_wrong_secret_is_refused():
    api = ProxmoxAPI(**HOST, **{**TOKEN, "token_value": "00000000-0000-4000-8000-000000000000"})
    refused(api.version.get, 401, "Authentication failed!")


def a_wrong_password_is_refused():
    try:
        ProxmoxAPI(**HOST, **{**PASSWORD, "password": "wrong"})
    except AuthenticationError:
        return
    raise AssertionError("it was let in")


def a_token_reads_the_datacenter():
    api = ProxmoxAPI(**HOST, **TOKEN)
    equal(api.version.get()["release"], "9.2")
    equal(sorted(node["node"] for node in api.nodes.get() if node["status"] == "online"), ["pve1", "pve2", "pve3"])


def a_token_makes_a_machine():
    api = ProxmoxAPI(**HOST, **TOKEN)
    done(api, api.nodes("pve2").qemu.post(vmid=900, name="base", tags="talos;Linux", **HARDWARE))
    config = api.nodes("pve2").qemu(900).config.get()
    equal(config["scsi0"], "local-zfs:vm-900-disk-1,discard=on,size=8G,ssd=1")
    equal((config["cores"], config["memory"], config["balloon"], config["tags"]), (2, "2048", 0, "linux;talos"))


def its_config_changes():
    machine = ProxmoxAPI(**HOST, **TOKEN).nodes("pve2").qemu(900)
    equal(machine.config.put(memory=4096, description="changed", delete="balloon"), None)
    config = machine.config.get()
    equal((config["memory"], config["description"], "balloon" in config), ("4096", "changed", False))


def a_parameter_that_does_not_exist_is_refused():
    machine = ProxmoxAPI(**HOST, **TOKEN).nodes("pve2").qemu(900)
    refused(lambda: machine.config.put(colour="red"), 400, "Parameter verification failed")


def it_becomes_a_template_and_is_cloned():
    api = ProxmoxAPI(**HOST, **TOKEN)
    source = api.nodes("pve2").qemu(900)
    done(api, source.template.post())
    done(api, source.clone.post(newid=901, name="full", full=1))
    done(api, source.clone.post(newid=902, name="linked"))
    equal(api.nodes("pve2").qemu(901).config.get()["scsi0"].split(",")[0], "local-zfs:vm-901-disk-1")
    equal(
        api.nodes("pve2").qemu(902).config.get()["scsi0"].split(",")[0], "local-zfs:base-900-disk-1/vm-902-disk-1"
    )


def its_agent_tells_addresses():
    api = ProxmoxAPI(**HOST, **TOKEN)
    machine = api.nodes("pve2").qemu(901)
    machine.config.put(ipconfig0="ip=10.7.0.21/24,gw=10.7.0.1")
    refused(lambda: machine.agent("network-get-interfaces").get(), 500, "VM 901 is not running")
    done(api, machine.status.start.post())
    cards = machine.agent("network-get-interfaces").get()["result"]
    equal([each["ip-address"] for card in cards for each in card["ip-addresses"]], ["127.0.0.1", "10.7.0.21"])
    done(api, machine.status.shutdown.post(timeout=60))
    equal(machine.status.current.get()["status"], "stopped")


def a_file_is_uploaded_and_removed():
    api = ProxmoxAPI(**HOST, **TOKEN)
    file = io.BytesIO(b"cidata" * 4096)
    file.name = "seed.iso"
    store = api.nodes("pve2").storage("local")
    done(api, store.upload.post(content="iso", filename=file))
    equal([(each["volid"], each["size"]) for each in store.content.get(content="iso")], [("local:iso/seed.iso", 24576)])
    done(api, store.content("local:iso/seed.iso").delete())
    equal(store.content.get(content="iso"), [])


def what_its_role_lacks_is_refused():
    api = ProxmoxAPI(**HOST, **TOKEN)
    refused(lambda: api.nodes("pve2").qemu(901).snapshot.post(snapname="one"), 403, "VM.Snapshot")


def a_ticket_does_the_same():
    api = ProxmoxAPI(**HOST, **PASSWORD)
    done(api, api.nodes("pve1").qemu.post(vmid=903, name="by-ticket"))
    api.nodes("pve1").qemu(903).config.put(cores=3)
    equal(api.nodes("pve1").qemu(903).config.get()["cores"], 3)
    done(api, api.nodes("pve1").qemu(903).delete())


def everything_is_deleted():
    api = ProxmoxAPI(**HOST, **TOKEN)
    for vmid in (901, 902, 900):
        done(api, api.nodes("pve2").qemu(vmid).delete(purge=1))
    equal(api.cluster.resources.get(type="vm"), [])
    equal(api.nodes("pve2").storage("local-zfs").content.get(), [])
    refused(api.nodes("pve2").qemu(901).status.current.get, 500, "does not exist")


STORY = [
    a_wrong_secret_is_refused,
    a_wrong_password_is_refused,
    a_token_reads_the_datacenter,
    a_token_makes_a_machine,
    its_config_changes,
    a_parameter_that_does_not_exist_is_refused,
    it_becomes_a_template_and_is_cloned,
    its_agent_tells_addresses,
    a_file_is_uploaded_and_removed,
    what_its_role_lacks_is_refused,
    a_ticket_does_the_same,
    everything_is_deleted,
]

for check in STORY:
    line = {"check": check.__name__.replace("_", " ")}
    try:
        check()
    except Exception:
        line["error"] = traceback.format_exc()
    print(json.dumps(line), flush=True)
    if "error" in line:
        sys.exit(1)
