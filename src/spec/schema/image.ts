import { z } from 'zod'
import { field, part } from './field.ts'
import { vmid } from './values.ts'

const imageShape = {
  mode: field(z.enum(['import', 'template', 'iso']), {
    description:
      '`import`: disk image downloaded by Proxmox (8.4 or newer). `template`: clone of a template. `iso`: boot an ISO and install.',
    example: 'import',
    default: 'import',
  }),
  checksum: field(
    z.string().regex(/^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/, 'not a checksum: write sha256: and 64 hex digits'),
    {
      description: 'Checksum of the downloaded image; differs per version, extensions and mode.',
      example: `sha256:${'0'.repeat(64)}`,
    },
  ),
  template: field(
    z.strictObject({
      name: field(z.string().regex(/^[A-Za-z0-9.{}-]+$/, 'not a template name'), {
        description: 'Name of the template; `{version}` stands for the Talos version.',
        example: 'talos-{version}-base',
      }),
      vmid: field(vmid, { description: 'VMID of the template.', example: 998 }),
      prepare: field(z.boolean(), {
        description: 'Make the template from the factory image when it is not there.',
        example: true,
        default: true,
      }),
      clone: field(z.enum(['full', 'linked']), {
        description: 'Copy the disk, or share it with the template.',
        example: 'full',
        default: 'full',
      }),
    }),
    {
      description: 'The template, in mode `template`: its name, its VMID, or both.',
      example: { vmid: 998, name: 'talos-{version}-base' },
    },
  ),
  iso: field(
    z.strictObject({
      volume: field(
        z.string().regex(/^[A-Za-z][\w.-]*:iso\/\S+\.(iso|img)$/, 'not an ISO volume: write it as local:iso/talos.iso'),
        {
          description: 'An ISO that is already on a storage.',
          example: 'local:iso/talos-1.9.0.iso',
          derived: 'downloaded from the image factory',
        },
      ),
    }),
    { description: 'The ISO, in mode `iso`.', example: { volume: 'local:iso/talos-1.9.0.iso' } },
  ),
}

/** Where machines get their Talos from; may differ between machines. */
export const imageSettings = part('Image', 'Where machines get their Talos from.', z.strictObject(imageShape))
