import type { Served } from '../../../sim/serve.ts'

/** What a person needs to use a world that is being served. */
export function report({ running, access, control, url, isNew }: Served, speed: number): string {
  const { world } = running
  const [first] = access.endpoints
  const own = access.endpoints.map((endpoint) => `${endpoint.url} (${endpoint.host})`)
  const lines = [
    `Proxmox VE ${world.flavour}, simulated: ${world.hosts.map(({ name }) => name).join(', ')}; time passes ${speed} times as fast`,
    ...(isNew ? [] : ['goes on with the world that was kept']),
    '',
    `endpoint      ${url}`,
    `in the world  ${own.join(', ')}`,
    `fingerprint   ${first?.fingerprint ?? ''}`,
    `control       ${control.url}`,
    '',
    'for talmox:',
    `  export TALMOX_SIMULATE=${control.url}`,
    'for other programs:',
    `  export PROXMOX_VE_ENDPOINT=${url} PROXMOX_VE_INSECURE=true`,
    ...(access.token === undefined ? [] : [`  export PROXMOX_VE_API_TOKEN='${access.token}'`]),
    ...(access.token !== undefined || access.password === undefined
      ? []
      : [`  export PROXMOX_VE_USERNAME=root@pam PROXMOX_VE_PASSWORD='${access.password}'`]),
    '',
    'Ctrl-C stops it',
  ]
  return `${lines.join('\n')}\n`
}
