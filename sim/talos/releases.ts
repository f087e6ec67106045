import type { Node } from './node.ts'

/** What a release of Talos brings along. */
export interface Release {
  readonly kernel: string
  readonly containerd: string
  readonly pause: string
  readonly coreDns: string
  readonly flannel: string
  readonly etcd: string
}

/** By release: kernel, containerd, pause, CoreDNS, flannel, etcd; tags as they are written there, with `v` or without. */
const RELEASES = `
1.9.0 6.12.5 2.0.1 3.10 v1.12.0 v0.26.1 v3.5.17
1.9.1 6.12.6 2.0.1 3.10 v1.12.0 v0.26.1 v3.5.17
1.9.2 6.12.9 2.0.2 3.10 v1.12.0 v0.26.1 v3.5.17
1.9.3 6.12.11 2.0.2 3.10 v1.12.0 v0.26.1 v3.5.18
1.9.4 6.12.13 2.0.2 3.10 v1.12.0 v0.26.4 v3.5.18
1.9.5 6.12.18 2.0.3 3.10 v1.12.0 v0.26.5 v3.5.19
1.9.6 6.12.25 2.0.5 3.10 v1.12.0 v0.26.5 v3.5.21
1.10.0 6.12.25 2.0.5 3.10 v1.12.1 v0.26.7 v3.5.21
1.10.2 6.12.27 2.0.5 3.10 v1.12.1 v0.26.7 v3.5.21
1.10.3 6.12.28 2.0.5 3.10 v1.12.1 v0.26.7 v3.5.21
1.10.4 6.12.31 2.0.5 3.10 v1.12.1 v0.26.7 v3.5.21
1.10.5 6.12.35 2.0.5 3.10 v1.12.1 v0.26.7 v3.5.21
1.10.6 6.12.40 2.0.5 3.10 v1.12.1 v0.26.7 v3.5.21
1.10.7 6.12.43 2.0.5 3.10 v1.12.1 v0.26.7 v3.5.21
1.10.8 6.12.58 2.0.7 3.10 v1.12.1 v0.26.7 v3.5.21
1.10.9 6.12.63 2.0.7 3.10 v1.12.1 v0.26.7 v3.5.26
1.11.0 6.12.43 2.1.4 3.10 v1.12.2 v0.27.2 v3.6.4
1.11.1 6.12.45 2.1.4 3.10 v1.12.3 v0.27.2 v3.6.4
1.11.2 6.12.48 2.1.4 3.10 v1.12.3 v0.27.2 v3.6.4
1.11.3 6.12.52 2.1.4 3.10 v1.12.4 v0.27.4 v3.6.5
1.11.4 6.12.57 2.1.4 3.10 v1.12.4 v0.27.4 v3.6.5
1.11.5 6.12.57 2.1.5 3.10 v1.12.4 v0.27.4 v3.6.5
1.11.6 6.12.62 2.1.5 3.10 v1.12.4 v0.27.4 v3.6.5
1.12.0 6.18.1 2.1.6 3.10 v1.13.2 v0.27.4 v3.6.7
1.12.1 6.18.2 2.1.6 3.10 v1.13.2 v0.27.4 v3.6.7
1.12.2 6.18.5 2.1.6 3.10 v1.13.2 v0.27.4 v3.6.7
1.12.3 6.18.8 2.1.6 3.10 v1.13.2 v0.27.4 v3.6.7
1.12.4 6.18.9 2.1.6 3.10 v1.13.2 v0.27.4 v3.6.7
1.12.5 6.18.15 2.1.6 3.10 v1.13.2 v0.27.4 v3.6.8
1.12.6 6.18.18 2.1.6 3.10 v1.13.2 v0.27.4 v3.6.8
1.12.7 6.18.24 2.1.7 3.10 v1.13.2 v0.27.4 v3.6.9
1.12.8 6.18.32 2.2.4 3.10.1 v1.14.3 v0.27.4 v3.6.11
1.12.9 6.18.35 2.2.5 3.10.1 v1.14.2 v0.27.4 v3.6.11
1.12.10 6.18.38 2.2.5 3.10.1 v1.14.2 v0.27.4 v3.6.11
1.12.11 6.18.42 2.2.5 3.10.1 v1.14.2 v0.27.4 v3.6.11
1.13.0 6.18.24 2.2.3 3.10.1 v1.14.2 v0.28.4 v3.6.9
1.13.1 6.18.29 2.2.3 3.10.1 v1.14.2 v0.28.4 v3.6.11
1.13.3 6.18.33 2.2.4 3.10.1 v1.14.2 v0.28.4 v3.6.11
1.13.4 6.18.34 2.2.4 3.10.1 v1.14.2 v0.28.5 v3.6.12
1.13.5 6.18.36 2.2.5 3.10.1 v1.14.2 v0.28.5 v3.6.12
1.13.6 6.18.38 2.2.5 3.10.1 v1.14.2 v0.28.5 v3.6.12
1.13.7 6.18.39 2.2.6 3.10.1 v1.14.4 0.28.7 v3.6.12
1.13.8 6.18.42 2.2.6 3.10.1 v1.14.6 0.28.8 v3.6.12
1.13.9 6.18.44 2.2.7 3.10.1 v1.14.6 0.28.8 v3.6.12
1.14.0 6.18.44 2.3.3 3.10.2 v1.14.6 0.28.9 3.7.1
`

const rows = RELEASES.trim()
  .split('\n')
  .map((line) => {
    const [version = '', kernel = '', containerd = '', pause = '', coreDns = '', flannel = '', etcd = ''] =
      line.split(' ')
    return { version: numbersOf(version), kernel, containerd, pause, coreDns, flannel, etcd }
  })

/** A version as one number that can be compared. */
function numbersOf(version: string): number {
  const [, major = '0', minor = '0', patch = '0'] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? []
  return (Number(major) * 1000 + Number(minor)) * 1000 + Number(patch)
}

/** What a release brings; one that is not in the table is like the one before it. */
export function releaseOf(version: string): Release {
  const wanted = numbersOf(version)
  const found = rows.findLast((row) => row.version <= wanted) ?? rows[0]
  if (found === undefined) throw new Error('no release is known')
  const { kernel, containerd, pause, coreDns, flannel, etcd } = found
  return { kernel: `${kernel}-talos`, containerd, pause, coreDns, flannel, etcd }
}

/** What the release that a machine runs brings. */
export const releaseOn = ({ state }: Pick<Node, 'state'>): Release => releaseOf(state.image?.version ?? '')

/** The images of a release. */
export const images = {
  coreDns: ({ coreDns }: Release): string => `registry.k8s.io/coredns/coredns:${coreDns}`,
  flannel: ({ flannel }: Release): string => `ghcr.io/siderolabs/flannel:${flannel}`,
  pause: ({ pause }: Release): string => `registry.k8s.io/pause:${pause}`,
  /** Up to Talos 1.11, etcd came from where it is developed. */
  etcd: (version: string): string =>
    numbersOf(version) < numbersOf('1.12.0')
      ? `gcr.io/etcd-development/etcd:${releaseOf(version).etcd}`
      : `registry.k8s.io/etcd:${releaseOf(version).etcd}`,
}
