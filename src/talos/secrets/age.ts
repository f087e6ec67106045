import { UserError } from '../../user-error.ts'

const HEADER = '-----BEGIN AGE ENCRYPTED FILE-----'

/** Whether a text is an armored age file. */
export const isAgeEncrypted = (text: string): boolean => text.trimStart().startsWith(HEADER)

/** Encrypts a text to age recipients (`age1…`), armored so that it stays a text file. */
export async function encryptWithAge(text: string, recipients: readonly string[]): Promise<string> {
  const { armor, Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients) addRecipient(encrypter, recipient)
  return `${armor.encode(await encrypter.encrypt(text)).trimEnd()}\n`
}

function addRecipient(encrypter: { addRecipient(recipient: string): void }, recipient: string): void {
  try {
    encrypter.addRecipient(recipient)
  } catch (error) {
    throw new UserError('age-recipient', `"${recipient}" is not an age recipient`, {
      hint: 'a recipient starts with age1 and is what age-keygen prints as the public key',
      cause: error,
    })
  }
}

/** Decrypts an armored age file with the first identity that fits; nothing when none does or the file is damaged. */
export async function decryptWithAge(text: string, identities: readonly string[]): Promise<string | undefined> {
  const { armor, Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
    return await decrypter.decrypt(armor.decode(text), 'text')
  } catch {
    return undefined
  }
}
