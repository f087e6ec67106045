// Every genuine program that parts of the conformance run use, one file each.
import { bpg } from './bpg.mjs'
import { cv4pve } from './cv4pve.mjs'
import { kubectl } from './kubectl.mjs'
import { opentofu } from './opentofu.mjs'
import { proxmoxer } from './proxmoxer.mjs'
import { talosctl113 } from './talosctl-1.13.mjs'
import { talosctl114 } from './talosctl-1.14.mjs'

export const TOOLS = [proxmoxer, cv4pve, bpg, opentofu, kubectl, talosctl113, talosctl114]
