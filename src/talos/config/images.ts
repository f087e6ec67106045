const repositories = {
  kubelet: 'ghcr.io/siderolabs/kubelet',
  apiServer: 'registry.k8s.io/kube-apiserver',
  controllerManager: 'registry.k8s.io/kube-controller-manager',
  proxy: 'registry.k8s.io/kube-proxy',
  scheduler: 'registry.k8s.io/kube-scheduler',
} as const

/** The image of a Kubernetes component at a version. */
export const image = (component: keyof typeof repositories, version: string): string =>
  `${repositories[component]}:v${version}`
