/** The firmware tables that tell a machine who it is, as Linux shows them below `/sys/firmware`. */
export function smbiosTables({
  uuid,
  serial,
}: {
  readonly uuid: string
  readonly serial: string
}): Record<string, Buffer> {
  const table = Buffer.concat([system(uuid, serial), Buffer.from([127, 4, 1, 0, 0, 0])])
  return { 'dmi/tables/smbios_entry_point': entryPoint(table.length), 'dmi/tables/DMI': table }
}

/** Structure of type 1: numbers of the texts that follow it, and the identity with its first parts the other way round. */
function system(uuid: string, serial: string): Buffer {
  const id = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  id.subarray(0, 4).reverse()
  id.subarray(4, 6).reverse()
  id.subarray(6, 8).reverse()
  const texts = ['QEMU', 'Standard PC', serial].map((text) => `${text}\0`).join('')
  return Buffer.concat([Buffer.from([1, 27, 0, 0, 1, 2, 0, 3]), id, Buffer.from([6, 0, 0]), Buffer.from(`${texts}\0`)])
}

function entryPoint(length: number): Buffer {
  const bytes = Buffer.alloc(24)
  bytes.write('_SM3_')
  bytes.set([24, 3, 0, 0, 1], 6)
  bytes.writeUInt32LE(length, 12)
  bytes[5] = 256 - (bytes.reduce((sum, byte) => sum + byte, 0) % 256)
  return bytes
}
