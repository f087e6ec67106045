import type { Desired, Image, Machine, Origin } from '../../resolve/desired.ts'
import { pairs, row, type Section } from './row.ts'
import type { Trace } from './trace.ts'

const derived = (how: string): Origin => ({ from: 'derived', how })
const builtIn: Origin = { from: 'built-in' }
const yes = (value: boolean): string => (value ? 'yes' : 'no')

/** What the image is made from: the inputs of its schematic, and how it gets onto the disk. */
export function imageSection({ image }: Machine, { talos }: Desired, trace: Trace): Section {
  const extensions = [
    ...trace.of('talos.extensions'),
    ...trace.of('vm.agent').map(({ origin }) => ({ part: 'qemu-guest-agent by vm.agent', origin })),
  ]
  return {
    title: 'Image',
    rows: [
      ...row('talos', image.version, trace.cluster(['talos', 'version'], builtIn)),
      ...row('arch', image.arch, trace.of('talos.arch')),
      ...row('mode', sourceText(image.source), trace.of('image.mode', `image.${image.source.mode}`)),
      ...row('secure boot', yes(image.secureBoot), trace.of('talos.secureBoot')),
      ...row('extensions', image.extensions, extensions),
      ...row('kernel args', image.kernelArgs, trace.of('talos.kernelArgs')),
      ...row('overlay', image.overlay && `${image.overlay.name} of ${image.overlay.image}`, trace.of('talos.overlay')),
      ...row('checksum', image.checksum, trace.of('image.checksum')),
      ...row('factory', talos.factory, trace.cluster(['talos', 'factory'], builtIn)),
    ],
  }
}

function sourceText(source: Image['source']): string {
  switch (source.mode) {
    case 'import':
      return 'import: a disk image that Proxmox downloads'
    case 'template': {
      const name = [source.name, source.vmid].filter((part) => part !== undefined).join(' ')
      return `template: ${source.clone} clone of ${name || 'the one for this version'}`
    }
    case 'iso':
      return `iso: boot ${source.volume ?? 'the one for this version'}, install to ${source.installDisk}`
  }
}

/** What Talos is told beside what everything else above says. */
export function talosSection({ talos: own }: Machine, { talos }: Desired, trace: Trace): Section {
  const modules = own.kernelModules.map(({ name, parameters }) => [name, ...parameters].join(' '))
  return {
    title: 'Talos',
    rows: [
      ...row('contract', talos.contract, trace.cluster(['talos', 'contract'], derived('that of the Talos version'))),
      ...row('modules', modules, trace.of('talos.kernelModules')),
      ...row('sysctls', pairs(own.sysctls), trace.of('talos.sysctls')),
      ...row('registries', Object.keys(own.registries), trace.of('talos.registries')),
      ...row('trusted CAs', own.trustedCAs, trace.of('talos.trustedCAs')),
      ...row('encryption', Object.keys(own.diskEncryption), trace.of('talos.diskEncryption')),
      ...row(
        'patches',
        own.patches.map(({ file }) => file ?? 'inline'),
        trace.of('talos.patches'),
      ),
    ],
  }
}

/** What Kubernetes knows the machine by. */
export function kubernetesSection(
  { role, kubernetes: own }: Machine,
  { kubernetes, machines }: Desired,
  trace: Trace,
): Section {
  const newest = derived('the first release of the newest minor that this Talos supports')
  const alone = !machines.some((machine) => machine.role === 'worker')
  return {
    title: 'Kubernetes',
    rows: [
      ...row('version', kubernetes.version, trace.cluster(['kubernetes', 'version'], newest)),
      ...(role === 'worker'
        ? []
        : row(
            'pods',
            kubernetes.scheduleOnControlPlanes ? 'run here' : 'run here only when they tolerate control planes',
            trace.cluster(
              ['kubernetes', 'scheduleOnControlPlanes'],
              derived(alone ? 'there are no workers' : 'there are workers'),
            ),
          )),
      ...row('labels', pairs(own.labels), trace.of('kubernetes.labels')),
      ...row('annotations', pairs(own.annotations), trace.of('kubernetes.annotations')),
      ...row('taints', own.taints, trace.of('kubernetes.taints')),
      ...row('kubelet', pairs(own.kubelet), trace.of('kubernetes.kubelet')),
    ],
  }
}
