const QCOW2_MAGIC = 0x514649fb
const SIZE_OFFSET = 24

/** The size of the disk inside an image: a qcow2 file tells it in its head, anything else is as large as it is. */
export function imageBytes(body: Buffer, format: string): number {
  const isQcow2 = format === 'qcow2' && body.length > SIZE_OFFSET + 8 && body.readUInt32BE(0) === QCOW2_MAGIC
  return isQcow2 ? Number(body.readBigUInt64BE(SIZE_OFFSET)) : body.length
}
