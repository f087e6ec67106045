import { toProblem } from '../../spec/fault.ts'
import { placeOfPath } from '../../spec/locate.ts'
import type { Path } from '../../spec/problem.ts'
import { readDocuments, type YamlText } from '../../spec/yaml-documents.ts'
import type { Finding, Rule } from '../rule.ts'
import { valueAt } from '../written-patches.ts'

/** Nodes would apply a broken manifest at bootstrap again and again. */
export const manifestFile: Rule = {
  code: 'manifest-file',
  severity: 'error',
  summary: 'manifests can be read and hold Kubernetes objects in YAML',
  check: ({ spec, files }) =>
    (spec.kubernetes?.manifests ?? []).flatMap(({ file, inline }, index): Finding[] => {
      const path = ['kubernetes', 'manifests', index]
      if (inline !== undefined) return inlineFaults([...path, 'inline'], readDocuments(inline))
      const content = file === undefined ? undefined : files.get(file)
      if (file === undefined || content === undefined) return []
      if ('text' in content) return fileFaults([...path, 'file'], file, readDocuments(content.text))
      const message = `the manifest cannot be read: ${content.missing}`
      return [{ path: [...path, 'file'], message, hint: 'manifests are named relative to the cluster file' }]
    }),
}

const noObject = 'this document is not a Kubernetes object'
const objectHint = 'it needs apiVersion and kind'

function fileFaults(path: Path, file: string, { index, documents, faults }: YamlText): Finding[] {
  return [
    ...faults.filter(matters).map((fault) => ({ ...toProblem(index, file, fault), code: 'manifest-file', path })),
    ...documents
      .filter(({ value }) => !isObject(value))
      .map(({ root }) => ({
        path,
        at: placeOfPath({ file, index, root }, [], 'key'),
        message: noObject,
        hint: objectHint,
      })),
  ]
}

function inlineFaults(path: Path, { documents, faults }: YamlText): Finding[] {
  const [first] = faults.filter(matters)
  if (first !== undefined) return [{ path, message: `the manifest is not YAML: ${first.message}` }]
  const broken = documents.some(({ value }) => !isObject(value))
  return broken ? [{ path, message: noObject, hint: objectHint }] : []
}

/** Bundles of CRDs outgrow the limits of files that people write; those are left for Kubernetes to judge. */
function matters({ code, severity }: { code: string; severity?: string }): boolean {
  return severity !== 'warning' && code !== 'yaml-too-much' && code !== 'empty-item'
}

function isObject(value: unknown): boolean {
  return typeof valueAt(value, 'apiVersion') === 'string' && typeof valueAt(value, 'kind') === 'string'
}
