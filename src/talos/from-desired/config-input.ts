import { firstDevice } from '../../spec/vm/disks.ts'
import { has } from '../config/contract.ts'
import type { Cni, GenerateInput, Install } from '../config/input.ts'
import { contractIn, type MachineContext } from './context.ts'

/** What the generator of machine configs needs to know. */
export function configInput(context: MachineContext): GenerateInput {
  const { desired, machine, bundle, endpoint } = context
  const { kubernetes, talos } = desired
  return {
    contract: contractIn(context),
    role: machine.role,
    clusterName: desired.name,
    endpoint,
    kubernetesVersion: kubernetes.version.replace(/^v/, ''),
    secrets: bundle,
    additionalSans: sansOf(context),
    install: installOf(context),
    cni: cniOf(kubernetes.cni),
    kubeProxy: kubernetes.kubeProxy,
    podSubnets: kubernetes.podSubnets,
    serviceSubnets: kubernetes.serviceSubnets,
    dnsDomain: kubernetes.dnsDomain,
    allowSchedulingOnControlPlanes: kubernetes.scheduleOnControlPlanes,
    discovery: talos.discovery,
  }
}

/** Every control plane must be able to answer for every virtual address, also for those that it does not hold now. */
function sansOf({ desired, endpoint }: MachineContext): string[] {
  const host = new URL(endpoint).hostname.replace(/^\[|\]$/g, '')
  return [...new Set([...desired.network.vips.filter((vip) => vip !== host), ...desired.kubernetes.sans])]
}

/**
 * Disk images are installed already. Up to contract 1.13 the section also says what upgrades install, and names the disk
 * because Talos wants it named; the document that came after it would install once more.
 */
function installOf(context: MachineContext): Install {
  const { machine, installer } = context
  const { source } = machine.image
  if (source.mode === 'iso') return { disk: source.installDisk, image: installer }
  if (has(contractIn(context), 'installDocument')) return {}
  return { disk: firstDevice[machine.vm.disk.bus], image: installer }
}

function cniOf(cni: MachineContext['desired']['kubernetes']['cni']): Cni {
  if (cni.name !== 'custom') return cni.name
  const [first, ...others] = cni.urls
  return first === undefined ? 'none' : { urls: [first, ...others] }
}
