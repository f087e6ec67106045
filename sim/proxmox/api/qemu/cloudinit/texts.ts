import { createHash } from 'node:crypto'
import type { Host } from '../../../../world/host.ts'
import type { Vm, VmConfig } from '../../../../world/vm.ts'
import { unescaped } from '../checks/ssh-keys.ts'
import { isWindows } from '../config/machine-type.ts'
import { interfacesText } from './interfaces-text.ts'
import { networkConfigText } from './network-config-text.ts'

/** The form in which a guest wants its settings. */
export function cloudInitType(config: VmConfig): string {
  return config.citype ?? (isWindows(config.ostype) ? 'configdrive2' : 'nocloud')
}

/** Name servers and search domains: those of the machine, else those of the host. */
export function resolver(config: VmConfig, host: Host) {
  const words = (text: string | undefined) => text?.split(/\s+/).filter(Boolean)
  const { dns } = host
  const own = [dns.dns1, dns.dns2, dns.dns3].filter((each) => each !== undefined).map(String)
  return {
    nameservers: words(config.nameserver) ?? own,
    domains: words(config.searchdomain) ?? words(dns.search === undefined ? undefined : String(dns.search)) ?? [],
  }
}

/** The user data. */
export function userData(vm: Vm, hidePassword = false): string {
  const { ciuser, cipassword, sshkeys, ciupgrade } = vm.config
  const keys =
    sshkeys === undefined
      ? undefined
      : unescaped(sshkeys)
          .split('\n')
          .filter((key) => /\S/.test(key))
  const lines = [
    '#cloud-config',
    ...hostLines(vm),
    ...(ciuser === undefined ? [] : [`user: ${ciuser}`]),
    ...(ciuser === 'root' ? ['disable_root: False'] : []),
    ...(cipassword === undefined ? [] : [`password: ${hidePassword ? '**********' : cipassword}`]),
    ...(keys === undefined ? [] : ['ssh_authorized_keys:', ...keys.map((key) => `  - ${key}`)]),
    'chpasswd:',
    '  expire: False',
    ...(ciuser === 'root' ? [] : ['users:', '  - default']),
    ...((ciupgrade ?? '1') === '0' ? [] : ['package_upgrade: true']),
  ]
  return `${lines.join('\n')}\n`
}

function hostLines({ vmid, config }: Vm): readonly string[] {
  const { name = `VM${vmid}`, searchdomain } = config
  const hostname = name.replace(/\..*$/, '')
  const full = name.includes('.') || !searchdomain ? name : `${name}.${searchdomain}`
  return [`hostname: ${hostname}`, 'manage_etc_hosts: true', `fqdn: ${full}`]
}

/** The settings of the network. */
export function networkData(vm: Vm, host: Host): string {
  const names = resolver(vm.config, host)
  return cloudInitType(vm.config) === 'nocloud' ? networkConfigText(vm.config, names) : interfacesText(vm.config, names)
}

/** The data that tell one instance from another: the same settings are the same instance. */
export function metaData(vm: Vm, host: Host): string {
  const id = createHash('sha1').update(userData(vm)).update(networkData(vm, host)).digest('hex')
  if (cloudInitType(vm.config) === 'nocloud') return `instance-id: ${id}\n`
  return `{\n     "uuid": "${id}",\n     "network_config": { "content_path": "/content/0000" }\n}\n`
}
