import { goProgram } from './go-program.mjs'

const version = '0.111.1'

export const bpg = goProgram({
  name: 'bpg',
  title: 'bpg/proxmox',
  version,
  main: `terraform-provider-proxmox_v${version}`,
  package: 'github.com/bpg/terraform-provider-proxmox',
  gigabytes: 4,
})
