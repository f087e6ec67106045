/** The pods of a control plane. */
export const COMPONENTS = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'] as const
