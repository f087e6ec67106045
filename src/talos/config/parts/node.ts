import { compact } from '../../document/value.ts'
import { has } from '../contract.ts'
import { document } from '../document.ts'
import { inMachine, type Part } from './part.ts'

type Texts = Readonly<Record<string, string>>

/** What Kubernetes knows the machine by; taints are `value:Effect` or `Effect` by key. */
export interface Node {
  readonly labels?: Texts
  readonly annotations?: Texts
  readonly taints?: Texts
}

/** Sets labels, annotations and taints of the Kubernetes node. */
export const node: Part<Node> = ({ labels, annotations, taints }, contract) =>
  has(contract, 'kubernetesDocuments')
    ? [document('KubeNodeConfig', compact({ labels, annotations, taints }))]
    : [inMachine(compact({ nodeLabels: labels, nodeAnnotations: annotations, nodeTaints: taints }))]
