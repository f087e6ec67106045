/** Encodes text as standard base64. */
export const encodeBase64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

/** Decodes standard base64 strictly; nothing when the text is empty or anything else. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined
}
