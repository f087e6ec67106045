/** Options that QEMU takes on its command line. */
const OPTIONS = new Set(
  `accel acpitable action add-fd audiodev append bios blockdev boot cdrom chardev compat cpu cpu-pm d D daemonize
  debugcon device dfilter display drive dtb echr enable-kvm fda fdb fsdev fw_cfg g gdb global hda hdb hdc hdd icount
  incoming initrd iscsi k kernel L loadvm m machine mem-path mem-prealloc mon monitor msg mtdblock name net netdev nic
  no-fd-bootchk no-reboot no-shutdown no-user-config nodefaults nographic numa object only-migratable option-rom
  overcommit parallel pflash pidfile plugin preconfig qmp qmp-pretty readconfig rtc run-with s S sandbox sd seed serial
  set shim singlestep smbios smp snapshot spice tpmdev trace usb usbdevice uuid vga virtfs vnc watchdog-action xen-attach`
    .trim()
    .split(/\s+/),
)

/** What QEMU says of an option that it does not know; undefined when it knows all. */
export function unknownOption(args: string | undefined): string | undefined {
  const names = (args ?? '').split(/\s+/).filter((word) => /^--?[A-Za-z]/.test(word))
  const unknown = names.find((word) => !OPTIONS.has(word.replace(/^--?/, '')))
  return unknown === undefined ? undefined : `${unknown}: invalid option`
}
