// Every genuine program that parts of the conformance run use, one file each.
import { bpg } from './bpg.mjs'
import { cv4pve } from './cv4pve.mjs'
import { opentofu } from './opentofu.mjs'
import { proxmoxer } from './proxmoxer.mjs'

export const TOOLS = [proxmoxer, cv4pve, bpg, opentofu]
