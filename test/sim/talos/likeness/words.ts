/** Words of a machine without what differs from one run to the next: process numbers, member ids, bytes, blank lines. */
export function plainWords(text: string): string {
  return text
    .replaceAll(/PID \d+/g, 'PID N')
    .replaceAll(/\b\d{15,20}\b/g, 'ID')
    .replaceAll(/\[\d+(?: \d+){31}\]/g, '[BYTES]')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}
