import { UserError } from '../../user-error.ts'
import { canonical } from '../document/canonical.ts'
import type { Document } from '../document/value.ts'
import { clusterSection } from './cluster-section.ts'
import { has } from './contract.ts'
import { type GenerateInput, type Settings, withDefaults } from './input.ts'
import { controlPlaneDocuments, nodeDocuments } from './kubernetes-documents.ts'
import { machineSection } from './machine-section.ts'
import { systemDocuments } from './system-documents.ts'

function check({ contract, endpoint, install, kubernetesVersion }: Settings): void {
  if (!/^https:\/\/\S+$/.test(endpoint) || !URL.canParse(endpoint)) {
    throw new UserError('talos-endpoint', `the cluster endpoint ${endpoint} is not an https address`)
  }
  if (!/^\d+\.\d+\.\d+/.test(kubernetesVersion)) {
    throw new UserError('talos-kubernetes-version', `${kubernetesVersion} is not a Kubernetes version such as 1.35.0`)
  }
  if (has(contract, 'installDocument') && (install.extraKernelArgs ?? []).length > 0) {
    throw new UserError(
      'talos-kernel-args',
      `kernel arguments are not part of machine configs of contract ${contract}`,
      {
        hint: 'put them into the image schematic',
      },
    )
  }
}

/** Makes the machine config that `talosctl gen config` would make for the same input. */
export function generate(input: GenerateInput): Document[] {
  const settings = withDefaults(input)
  check(settings)
  const isControlPlane = settings.role === 'controlplane'
  const root: Document = {
    version: 'v1alpha1',
    debug: false,
    persist: true,
    machine: machineSection(settings),
    cluster: clusterSection(settings),
  }
  const kubernetes = has(settings.contract, 'kubernetesDocuments')
    ? [...nodeDocuments(settings), ...(isControlPlane ? controlPlaneDocuments(settings) : [])]
    : []
  return [root, ...systemDocuments(settings), ...kubernetes].map(canonical)
}
