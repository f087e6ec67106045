import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unifiedDiff } from '../../../../sim/proxmox/api/nodes/unified-diff.ts'
import { decodeForm } from '../../../../sim/proxmox/http/form.ts'
import { readMultipart } from '../../../../sim/proxmox/http/multipart.ts'
import { parseJson } from '../../../../sim/proxmox/http/perl-json.ts'

test('a form is read as the genuine server reads it', () => {
  expect(decodeForm('a=1&b=x+y&a=2;c&d=&e=f=g&h=%zz%C3%BC')).toEqual({
    a: ['1', '2'],
    b: 'x y',
    c: null,
    d: '',
    e: 'f',
    h: '%zzü',
  })
})

test('what is well written comes back from a form', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string()), (values) => {
      const text = Object.entries(values)
        .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
        .join('&')
      expect(Object.entries(decodeForm(text)).sort()).toEqual(Object.entries(values).sort())
    }),
  )
})

test.each([
  ['{"a":1', ', or } expected while parsing object/hash, at character offset 6 (before "(end of string)")'],
  ['[1 2]', ', or ] expected while parsing array, at character offset 3 (before "2]")'],
  [
    '',
    'malformed JSON string, neither tag, array, object, number, string or atom, at character offset 0 (before "(end of string)")',
  ],
  ['{"a" 1}', '\':\' expected, at character offset 5 (before "1}")'],
  ['{} x', 'garbage after JSON object, at character offset 3 (before "x")'],
])('the fault of %j is told in the words of the genuine reader', (text, fault) => {
  expect(() => parseJson(text)).toThrow(fault)
})

test('every JSON text is read', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('an upload form gives its fields and the bytes of its file', () => {
  const file = Buffer.from([0, 13, 10, 45, 45, 255])
  const head =
    '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\niso\r\n--b\r\nContent-Disposition: form-data; name="filename"; filename="x.iso"\r\nContent-Type: application/octet-stream\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')])
  expect(readMultipart(body, 'b')).toEqual({
    fields: { content: 'iso', filename: 'x.iso' },
    upload: { filename: 'x.iso', body: file },
  })
})

test('an upload form with a file under another name is refused', () => {
  const body = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="x.iso"\r\n\r\n1\r\n--b--\r\n')
  expect(() => readMultipart(body, 'b')).toThrow("wrong field name 'file' for file upload, expected 'filename'")
})

test('a difference has the form that everybody reads', () => {
  expect(unifiedDiff('a\nb\nc\nd\ne\nf\ng\n', 'a\nb\nc\nX\ne\nf\ng\nh\n')).toBe(
    '@@ -1,7 +1,8 @@\n a\n b\n c\n-d\n+X\n e\n f\n g\n+h\n',
  )
  expect(unifiedDiff('a\n', 'a\n')).toBe('')
})
