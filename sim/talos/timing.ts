/** How long the parts of a machine's life take, in simulated milliseconds. */
export interface Timing {
  /** From power to the first instruction of the kernel. */
  readonly firmware: number
  readonly kernel: number
  /** From the kernel to an address. */
  readonly network: number
  readonly dhcp: number
  /** Writing Talos to a disk. */
  readonly install: number
  readonly kexec: number
  /** What a service takes to start where its table says nothing. */
  readonly serviceStart: number
  readonly serviceHealth: number
  /** How long a waiting service stays silent before it says what is still missing. */
  readonly waitingReport: number
  readonly apid: number
  readonly cri: number
  readonly etcdImage: number
  readonly kubeletImage: number
  readonly kubeletHealth: number
  /** etcd looks at itself first after this, then each `etcdCheck`. */
  readonly etcdHealth: number
  readonly etcdCheck: number
  /** From the start of a learner to its vote. */
  readonly etcdPromotion: number
  /** How often a control plane tries to join. */
  readonly etcdJoin: number
  readonly etcdElection: number
  /** From a dead leader's last word to the next one's VIP. */
  readonly vipLease: number
  readonly staticPods: number
  readonly staticPodsReady: number
  readonly nodeRegistered: number
  /** From a call for a reboot to the end of the API. */
  readonly stopPods: number
  readonly stopServices: number
  readonly leaveEtcd: number
  readonly drain: number
  readonly wipe: number
  readonly pull: number
}

/**
 * What Talos, etcd and the kubelet take is measured while `talmox up` makes a cluster of genuine machines (`npm run
 * conformance -- up` prints it): of several runs on a busy computer the quickest machine counts, since the others waited
 * for the computer. A member of etcd gets its vote at the first attempt, or 15 s later; before a reboot the kubelet takes
 * 10 s for its pods, and an API server that is watched up to 30 s more. Firmware, kernel and disks are those of an
 * ordinary host.
 */
export const defaultTiming: Timing = {
  firmware: 3000,
  kernel: 4000,
  network: 300,
  dhcp: 1500,
  install: 20_000,
  kexec: 1500,
  serviceStart: 50,
  serviceHealth: 450,
  waitingReport: 1000,
  apid: 1200,
  cri: 100,
  etcdImage: 2000,
  kubeletImage: 3000,
  kubeletHealth: 1500,
  etcdHealth: 5000,
  etcdCheck: 20_000,
  etcdPromotion: 3000,
  etcdJoin: 3000,
  etcdElection: 1500,
  vipLease: 60_000,
  staticPods: 10_000,
  staticPodsReady: 15_000,
  nodeRegistered: 5000,
  stopPods: 11_000,
  stopServices: 1500,
  leaveEtcd: 1200,
  drain: 100,
  wipe: 2000,
  pull: 4000,
}

/** Machines that are so many times as quick in everything. */
export const quicker = (timing: Timing, times: number): Timing => ({
  firmware: timing.firmware / times,
  kernel: timing.kernel / times,
  network: timing.network / times,
  dhcp: timing.dhcp / times,
  install: timing.install / times,
  kexec: timing.kexec / times,
  serviceStart: timing.serviceStart / times,
  serviceHealth: timing.serviceHealth / times,
  waitingReport: timing.waitingReport / times,
  apid: timing.apid / times,
  cri: timing.cri / times,
  etcdImage: timing.etcdImage / times,
  kubeletImage: timing.kubeletImage / times,
  kubeletHealth: timing.kubeletHealth / times,
  etcdHealth: timing.etcdHealth / times,
  etcdCheck: timing.etcdCheck / times,
  etcdPromotion: timing.etcdPromotion / times,
  etcdJoin: timing.etcdJoin / times,
  etcdElection: timing.etcdElection / times,
  vipLease: timing.vipLease / times,
  staticPods: timing.staticPods / times,
  staticPodsReady: timing.staticPodsReady / times,
  nodeRegistered: timing.nodeRegistered / times,
  stopPods: timing.stopPods / times,
  stopServices: timing.stopServices / times,
  leaveEtcd: timing.leaveEtcd / times,
  drain: timing.drain / times,
  wipe: timing.wipe / times,
  pull: timing.pull / times,
})
