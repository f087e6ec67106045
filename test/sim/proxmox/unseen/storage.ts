import type { Row } from './row.ts'

/** Requests about storages and what is on them. */
export const storageRows: readonly Row[] = [
  ['GET /nodes/pve1/storage?content=images,iso', '200'],
  ['GET /nodes/pve1/storage?content=nonsense', "400 content: invalid format - invalid content type 'nonsense'"],
  ['GET /nodes/pve1/storage?enabled=yes', "400 enabled: type check ('boolean') failed - got 'yes'"],
  ['GET /nodes/pve1/storage?target=pve9', '200'],
  ['GET /nodes/pve1/storage/nosuch/status', '400 storage: No such storage.'],
  [
    'GET /nodes/pve1/storage/a/status',
    "400 storage: invalid format - storage ID 'a' cannot be shorter than 2 characters",
  ],
  ['GET /nodes/pve1/storage/local/content?content=iso', '200'],
  [
    'GET /nodes/pve1/storage/local/content?vmid=99',
    '400 vmid: invalid format - value does not look like a valid VM ID',
  ],
  ['GET /nodes/pve1/storage/local/content?vmid=abc', "400 vmid: type check ('integer') failed - got 'abc'"],
  [
    'GET /nodes/pve1/storage/local/content/local:iso/none.iso',
    "500 volume_size_info on 'local:iso/none.iso' failed - no format",
  ],
  ['DELETE /nodes/pve1/storage/local/content/local:iso/none.iso', '200'],
  [
    'DELETE /nodes/pve1/storage/local/content/local:iso/none.iso?delay=31',
    '400 delay: value must have a maximum value of 30',
  ],
  [
    'DELETE /nodes/pve1/storage/local/content/local:..%2f..%2fetc%2fpasswd',
    "500 unable to parse directory volume name '../../etc/passwd'",
  ],
  [
    'GET /nodes/pve1/storage/local/content/local:iso/..%2f..%2fsecret.iso',
    "500 unable to parse directory volume name 'iso/../../secret.iso'",
  ],
  ['POST /nodes/pve1/storage/local/download-url?content=iso&filename=../x.iso&url=http://example.test/x.iso', '200'],
  [
    'POST /nodes/pve1/storage/local/download-url?content=snippets&filename=x.yaml&url=http://example.test/x',
    "400 content: value 'snippets' does not have a value in the enumeration 'iso, vztmpl, import'",
  ],
  [
    'POST /nodes/pve1/storage/local/download-url?content=iso&filename=x.iso',
    '400 url: property is missing and it is not optional',
  ],
  [
    'POST /nodes/pve1/storage/local/download-url?content=iso&filename=x.iso&url=ftp://example.test/x',
    '400 url: value does not match the regex pattern',
  ],
  [
    'POST /nodes/pve1/storage/local/download-url?content=iso&filename=x.iso&url=http://example.test/x&checksum=00',
    "400 checksum-algorithm: missing property required by 'checksum'",
  ],
  [
    'POST /nodes/pve1/storage/local/download-url?content=iso&filename=x.iso&url=http://example.test/x&checksum=00&checksum-algorithm=crc32',
    "400 checksum-algorithm: value 'crc32' does not have a value in the enumeration 'md5, sha1, sha224, sha256, sha384, sha512'",
  ],
  [
    'POST /nodes/pve1/storage/thin/download-url?content=iso&filename=x.iso&url=http://example.test/x',
    "500 can't upload to storage type 'lvmthin', not a file based storage!",
  ],
  [
    'POST /nodes/pve1/storage/local/download-url?content=vztmpl&filename=x.tar.gz&url=http://example.test/x',
    "500 storage 'local' is not configured for content-type 'vztmpl'",
  ],
  ['POST /nodes/pve1/storage/local/content?filename=vm-100-disk-9.raw&vmid=100&size=1G', '200'],
  [
    'POST /nodes/pve1/storage/local/content?filename=../../vm-100-disk-9.raw&vmid=100&size=1G',
    "500 unable to parse volume filename '../../vm-100-disk-9.raw'",
  ],
  [
    'POST /nodes/pve1/storage/local/content?filename=vm-100-disk-9.raw&vmid=100&size=1Q',
    '400 size: value does not match the regex pattern',
  ],
  ['GET /storage/__proto__', "400 storage: invalid format - storage ID '__proto__' contains illegal characters"],
]
