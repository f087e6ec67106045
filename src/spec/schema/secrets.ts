import { z } from 'zod'
import { field, section } from './field.ts'
import { secretSource } from './values.ts'

/** How the secrets of the cluster are kept. */
export const secretsSection = section(
  {
    recipients: field(
      z.array(z.string().regex(/^age1[0-9a-z]+$/, 'not an age recipient: it starts with age1')).min(1),
      {
        description: 'Encrypt the secrets with age to these public keys, as age-keygen prints them.',
        example: ['age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'],
        derived: 'not encrypted, readable by you alone',
      },
    ),
    identity: field(secretSource, {
      description: 'Where the age identity is found that opens them.',
      example: { file: '~/.config/talmox/age.txt' },
      derived: 'the environment variable TALMOX_AGE_IDENTITY',
    }),
  },
  'How the secrets of the cluster, `.talmox/<cluster>/secrets.yaml` beside this file, are kept.',
)
