import { compact, type Document, type Mapping } from '../../document/value.ts'
import { has } from '../contract.ts'
import { named } from '../document.ts'
import { inMachine, type Part } from './part.ts'

/** What opens an encrypted volume. */
export type EncryptionKey =
  | { readonly from: 'nodeId' }
  | { readonly from: 'tpm' }
  | { readonly from: 'passphrase'; readonly passphrase: string }
  | { readonly from: 'kms'; readonly endpoint: string }

/** The keys of each of the system's volumes that is encrypted; each opens it alone. */
export interface Encryption {
  readonly state?: readonly EncryptionKey[]
  readonly ephemeral?: readonly EncryptionKey[]
}

function keySection(key: EncryptionKey): Mapping {
  switch (key.from) {
    case 'nodeId':
      return { nodeID: {} }
    case 'tpm':
      return { tpm: {} }
    case 'passphrase':
      return { static: { passphrase: key.passphrase } }
    case 'kms':
      return { kms: { endpoint: key.endpoint } }
  }
}

/** How an encrypted volume is written in its document. */
export const encryptionSection = (keys: readonly EncryptionKey[]): Mapping => ({
  provider: 'luks2',
  keys: keys.map((key, slot) => ({ slot, ...keySection(key) })),
})

/** Encrypts the volumes that hold the machine config and everything else. */
export const encryption: Part<Encryption> = ({ state, ephemeral }, contract) => {
  if (!has(contract, 'volumeEncryption')) {
    const section = compact({
      state: state && encryptionSection(state),
      ephemeral: ephemeral && encryptionSection(ephemeral),
    })
    return [inMachine({ systemDiskEncryption: section })]
  }
  const volume = (name: string, keys: readonly EncryptionKey[] | undefined): Document[] =>
    keys === undefined ? [] : [named('VolumeConfig', name, { encryption: encryptionSection(keys) })]
  return [...volume('STATE', state), ...volume('EPHEMERAL', ephemeral)]
}
