/** A cluster file of 50 machines as people write them: three sizes of pool, ten hosts with capacity, some exceptions. */
export function fiftyMachines(): string {
  const hosts = Array.from(
    { length: 10 },
    (_, index) =>
      `    pve${index + 1}: { cpu: 64, memory: 512GiB, storages: { local-zfs: 4TiB, local: 100GiB, tank: 8TiB } }`,
  )
  const pools = [
    { name: 'general', count: 30, cores: 8, memory: 16, vmids: '3000-3099', first: 20 },
    { name: 'storage', count: 10, cores: 4, memory: 32, vmids: '3100-3199', first: 60 },
    { name: 'build', count: 7, cores: 16, memory: 64, vmids: '3200-3299', first: 80 },
  ]
  const workers = pools.flatMap(({ name, count, cores, memory, vmids, first }) => [
    `  ${name}:`,
    `    count: ${count}`,
    `    cores: ${cores}`,
    `    memory: ${memory}GiB`,
    '    disk: 50GiB',
    '    disks: [{ size: 200GiB, storage: tank }]',
    `    vmids: ${vmids}`,
    `    addresses: +${first}`,
    `    labels: { example.com/pool: ${name} }`,
    '    kernelModules: [nbd, iscsi_tcp]',
  ])
  const nodes = Array.from({ length: 6 }, (_, index) => [
    `  bench-general-${index + 1}:`,
    `    host: pve${index + 1}`,
    `    memory: ${32 + index}GiB`,
  ])
  return [
    'apiVersion: talmox.dev/v1alpha1',
    'kind: Cluster',
    'name: bench',
    'environment: lab',
    'proxmox:',
    '  endpoint: https://pve1.lan:8006',
    '  hosts:',
    ...hosts,
    '  storage: { disks: local-zfs, images: local }',
    'network:',
    '  bridge: vmbr0',
    '  cidr: 192.168.1.0/24',
    '  gateway: 192.168.1.1',
    '  dns: [192.168.1.1, 1.1.1.1]',
    '  vip: 192.168.1.210',
    'talos:',
    '  version: v1.12.4',
    '  extensions: [iscsi-tools, util-linux-tools]',
    'kubernetes: { version: v1.35.0 }',
    'ha: true',
    'controlPlane: { count: 3, cores: 4, memory: 8GiB, disk: 40GiB, vmids: 2000-2999, addresses: +10 }',
    'workers:',
    ...workers,
    'nodes:',
    ...nodes.flat(),
    '',
  ].join('\n')
}
