/** Something that differs between simulated machines and the recorded ones. */
export interface Difference {
  readonly what: string
  readonly why: string
  /** The comparisons that it shows in. */
  readonly names: readonly string[]
}

const onBoth = (name: (machine: string) => string): readonly string[] => ['cp1', 'w1'].map(name)
/** Everything that differs; docs/simulator.md has the same table. */
export const DIFFERENCES: readonly Difference[] = [
  {
    what: 'steps of `initialize`, list of services',
    why: 'the recorded machines are containers, without udevd, auditd, syslogd, a dashboard and extensions',
    names: ['events: the steps of initialize', ...onBoth((machine) => `resources: which svc of ${machine} there are`)],
  },
  {
    what: 'words of etcd and stages at the first boot',
    why: 'the recorded bootstrap came while the image of etcd was still being fetched',
    names: ['events: the words of etcd at boot', 'events: the stages of a boot'],
  },
  {
    what: 'volumes',
    why: 'containers have folders where machines have partitions; folders are not shown as volumes',
    names: onBoth((machine) => machine).flatMap((machine) => [
      `resources: which volumestatus of ${machine} there are`,
      `resources: what volumestatus of ${machine} are made of`,
    ]),
  },
  {
    what: 'platform, metric of the default route',
    why: 'the recorded platform is `container`, the simulated one `nocloud`, whose routes have the metric 1024',
    names: [
      ...onBoth((machine) => `resources: what platformmetadata of ${machine} are made of`),
      ...onBoth((machine) => `resources: which routes of ${machine} there are`),
    ],
  },
  {
    what: 'config of the kubelet',
    why: 'containers cannot guard the settings of their kernel, as the kubelets of machines do',
    names: onBoth((machine) => `resources: what kubeletspec of ${machine} are made of`),
  },
  {
    what: 'words about a machine that is off',
    why: 'the recorded machine was killed and its network stayed, so that its address refused instead of being gone',
    names: ['answers: how EtcdStatus {} on 10.55.0.13 ends in etcd/40-dead-member.txt'],
  },
]

/** Why each comparison that may differ does. */
export const KNOWN: Readonly<Record<string, string>> = Object.fromEntries(
  DIFFERENCES.flatMap(({ why, names }) => names.map((name) => [name, why])),
)
