import process from 'node:process'
import { talosMinors } from '../../src/resolve/versions.ts'

/** Every Talos that talmox makes configs for. */
export const TALOS = Object.entries(talosMinors).map(([minor, { kubernetes }]) => ({
  minor: Number(minor),
  version: `v1.${minor}.0`,
  contract: `v1.${minor}`,
  kubernetes,
}))

/** The genuine programs, and the newest Talos that each knows. */
export const CLIENTS = [
  { release: '1.13', newest: 13, file: process.env.GENUINE_TALOSCTL_1_13 ?? '' },
  { release: '1.14', newest: 14, file: process.env.GENUINE_TALOSCTL_1_14 ?? '' },
]

/** What an example cannot be on a Talos; the ordinary tests show what is said then. */
export const isImpossible = (name: string, minor: number): boolean =>
  (name === 'dual-stack' && minor < 12) || (name === 'gpu-and-cilium' && minor === 14)
