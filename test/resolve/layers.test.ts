import { expect, test } from 'vitest'
import { machineOf, resolved, smallCluster } from './resolved.ts'

const layered = {
  ...smallCluster,
  vm: { cores: 2, memory: '4GiB', tags: ['global'] },
  roles: { worker: { vm: { cores: 3 }, labels: { role: 'worker', who: 'role' } } },
  controlPlane: { count: 1 },
  workers: {
    general: { count: 2, cores: 5, labels: { who: 'pool' }, vm: { tags: ['pool'] } },
  },
  nodes: { 'test-general-2': { cores: 6, labels: { who: 'node' } } },
}

test('a narrower layer wins: built-in, cluster, role, pool, node', async () => {
  const desired = await resolved(layered)
  const [plane, first, second] = ['test-cp-1', 'test-general-1', 'test-general-2'].map((name) =>
    machineOf(desired, name),
  )
  expect([plane?.vm.cores, first?.vm.cores, second?.vm.cores]).toEqual([2, 5, 6])
  expect(plane?.vm.sockets).toBe(1)
})

test('maps merge key by key', async () => {
  const desired = await resolved(layered)
  expect(machineOf(desired, 'test-general-1').kubernetes.labels).toEqual({ role: 'worker', who: 'pool' })
  expect(machineOf(desired, 'test-general-2').kubernetes.labels).toEqual({ role: 'worker', who: 'node' })
})

test('tags, extensions, kernel arguments and modules add up; the same one twice stays one', async () => {
  const desired = await resolved({
    ...smallCluster,
    talos: { version: 'v1.12.4', extensions: ['iscsi-tools'], kernelArgs: ['a=1'], kernelModules: ['nbd'] },
    controlPlane: { count: 1 },
    workers: {
      gpu: {
        count: 1,
        extensions: ['iscsi-tools', 'nvidia-container-toolkit-production'],
        kernelModules: [{ name: 'nbd', parameters: ['nbds_max=16'] }, 'nvidia'],
        talos: { kernelArgs: ['b=2', 'a=1'] },
      },
    },
  })
  const { image, talos } = machineOf(desired, 'test-gpu-1')
  expect(image.extensions).toEqual([
    'siderolabs/iscsi-tools',
    'siderolabs/nvidia-container-toolkit-production',
    'siderolabs/qemu-guest-agent',
  ])
  expect(image.kernelArgs).toEqual(['a=1', 'b=2'])
  expect(talos.kernelModules).toEqual([
    { name: 'nbd', parameters: ['nbds_max=16'] },
    { name: 'nvidia', parameters: [] },
  ])
})

test('a taint of the same key and effect is replaced, another one is added', async () => {
  const desired = await resolved({
    ...smallCluster,
    controlPlane: { count: 1 },
    kubernetes: { taints: ['dedicated=all:NoSchedule', 'slow:NoExecute'] },
    workers: { gpu: { count: 1, taints: ['dedicated=gpu:NoSchedule'] } },
  })
  expect(machineOf(desired, 'test-gpu-1').kubernetes.taints).toEqual(['dedicated=gpu:NoSchedule', 'slow:NoExecute'])
})

test('patches of all layers apply one after the other, the widest first', async () => {
  const patch = (level: string) => ({ machine: { sysctls: { level } } })
  const desired = await resolved({
    ...smallCluster,
    talos: { version: 'v1.12.4', patches: [patch('cluster')] },
    roles: { worker: { patches: [patch('role')] } },
    controlPlane: { count: 1 },
    workers: { general: { count: 1, patches: [patch('pool')] } },
    nodes: { 'test-general-1': { patches: [patch('node')] } },
  })
  const { patches } = machineOf(desired, 'test-general-1').talos
  expect(patches.map(({ documents }) => documents)).toEqual(
    ['cluster', 'role', 'pool', 'node'].map((level) => [patch(level)]),
  )
  expect(patches.at(-1)?.path).toEqual(['nodes', 'test-general-1', 'patches', 0])
})

test('other lists are replaced whole', async () => {
  const desired = await resolved({
    ...smallCluster,
    vm: { disks: [{ size: '10GiB' }, { size: '20GiB' }] },
    controlPlane: { count: 1 },
    workers: { general: { count: 1, disks: [{ size: '30GiB' }] } },
  })
  expect(machineOf(desired, 'test-general-1').vm.disks.map(({ size }) => size / 2 ** 30)).toEqual([30])
})

test('null takes an inherited value away', async () => {
  const desired = await resolved({
    ...smallCluster,
    vm: { vga: 'serial0', serial: true, startup: { order: 3 }, tags: null },
    kubernetes: { labels: { a: '1', b: '2' } },
    controlPlane: { count: 1 },
    workers: { general: { count: 1, labels: { a: null }, vm: { vga: null, startup: null } } },
  })
  const machine = machineOf(desired, 'test-general-1')
  expect(machine.vm.vga).toBeUndefined()
  expect(machine.vm.startup).toBeUndefined()
  expect(machine.kubernetes.labels).toEqual({ b: '2' })
  expect(machine.vm.tags).toEqual(['talmox', 'test', 'worker'])
  expect(machineOf(desired, 'test-cp-1').vm.startup).toEqual({ order: 3, up: 15, down: 60 })
})

test('an empty section takes nothing away', async () => {
  const desired = await resolved({
    ...smallCluster,
    vm: { cores: 7 },
    controlPlane: { count: 1, vm: null, network: null },
  })
  expect(machineOf(desired, 'test-cp-1').vm.cores).toBe(7)
})

test('a CPU type replaces the inherited type and its flags', async () => {
  const desired = await resolved({
    ...smallCluster,
    vm: { cpu: { type: 'x86-64-v3', flags: ['+aes'] } },
    controlPlane: { count: 1, vm: { cpu: 'host' } },
  })
  expect(machineOf(desired, 'test-cp-1').vm.cpu).toEqual({ type: 'host' })
})

test('a secret comes from where the narrowest layer says, and from nowhere else', async () => {
  const mirror = (password: object) => ({ 'docker.io': { endpoints: ['https://mirror.lan'], password } })
  const desired = await resolved({
    ...smallCluster,
    talos: { version: 'v1.12.4', registries: mirror({ env: 'MIRROR_PASSWORD' }) },
    controlPlane: { count: 1, talos: { registries: mirror({ file: 'mirror.password' }) } },
  })
  expect(machineOf(desired, 'test-cp-1').talos.registries['docker.io']?.password).toEqual({ file: 'mirror.password' })
})

test('a short form is the long form', async () => {
  const short = await resolved({
    ...smallCluster,
    controlPlane: { count: 1, cores: 3, memory: '5GiB', disk: '33GiB', gpu: 'card', labels: { a: 'b' } },
  })
  const long = await resolved({
    ...smallCluster,
    controlPlane: {
      count: 1,
      vm: { cores: 3, memory: '5GiB', disk: { size: '33GiB' }, pci: [{ mapping: 'card' }] },
      kubernetes: { labels: { a: 'b' } },
    },
  })
  expect(machineOf(short, 'test-cp-1').vm).toEqual(machineOf(long, 'test-cp-1').vm)
  expect(machineOf(short, 'test-cp-1').kubernetes).toEqual(machineOf(long, 'test-cp-1').kubernetes)
})

test('every value knows where it came from', async () => {
  const { origins } = machineOf(await resolved(layered), 'test-general-2')
  expect(origins.get('vm.cores')).toEqual({ from: 'file', path: ['nodes', 'test-general-2', 'cores'] })
  expect(origins.get('vm.memory')).toEqual({ from: 'file', path: ['vm', 'memory'] })
  expect(origins.get('kubernetes.labels.role')).toEqual({ from: 'file', path: ['roles', 'worker', 'labels', 'role'] })
  expect(origins.get('vm.sockets')).toEqual({ from: 'built-in' })
  expect(origins.get('vm.machine')).toEqual({ from: 'derived', how: 'q35, since the machine is amd64' })
})

test('a patch may have any key, that of a method of every object too', async () => {
  const patch = { machine: { sysctls: { a: '1' } }, toString: 1 }
  const desired = await resolved({ ...smallCluster, controlPlane: { count: 1, patches: [patch] } })
  expect(machineOf(desired, 'test-cp-1').talos.patches[0]?.documents).toEqual([patch])
})
