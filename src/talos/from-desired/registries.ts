import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { UserError } from '../../user-error.ts'
import type { Wishes } from '../config/configure.ts'
import type { Mirror, RegistryAccess } from '../config/parts/registries.ts'
import { distinctNames, type MachineContext, textOf, unlessEmpty } from './context.ts'

type Written = MachineContext['machine']['talos']['registries'][string]

/** Where images come from, and whose certificates are trusted. */
export function registryWishes(context: MachineContext): Wishes {
  const { registries, trustedCAs } = context.machine.talos
  const names = distinctNames(trustedCAs.map((file) => path.parse(file).name))
  const roots = Object.fromEntries(trustedCAs.map((file, index) => [names[index] ?? file, textOf(context, file)]))
  return {
    ...(unlessEmpty(registries) && { registries: { mirrors: mirrorsOf(registries), access: accessOf(context) } }),
    ...(unlessEmpty(roots) && { trustedRoots: roots }),
  }
}

function mirrorsOf(registries: Readonly<Record<string, Written>>): Record<string, Mirror> {
  return Object.fromEntries(
    Object.entries(registries).map(([host, { endpoints, overridePath, skipFallback }]) => [
      host,
      {
        endpoints,
        ...(overridePath === undefined ? {} : { overridePath }),
        ...(skipFallback === undefined ? {} : { skipFallback }),
      },
    ]),
  )
}

/** Certificate and credentials belong to the mirror, so they go by its host, not by that of the registry. */
function accessOf(context: MachineContext): Record<string, RegistryAccess> {
  const access = new Map<string, RegistryAccess>()
  for (const mirror of Object.values(context.machine.talos.registries)) {
    const wanted = unlessEmpty(accessTo(mirror, context))
    if (wanted === undefined) continue
    for (const host of new Set(mirror.endpoints.map((endpoint) => new URL(endpoint).host))) {
      const other = access.get(host)
      if (other !== undefined && !isDeepStrictEqual(other, wanted)) throw twoWays(host)
      access.set(host, wanted)
    }
  }
  return Object.fromEntries(access)
}

function accessTo({ username, password, caFile, insecure }: Written, context: MachineContext): RegistryAccess {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password: context.secret(password) }),
    ...(caFile === undefined ? {} : { ca: textOf(context, caFile) }),
    ...(insecure === undefined ? {} : { insecureSkipVerify: insecure }),
  }
}

function twoWays(host: string): UserError {
  return new UserError('talos-registry-access', `the mirror ${host} is to be spoken to in two different ways`, {
    hint: 'Talos keeps credentials and certificates by host: give all registries that it mirrors the same',
  })
}
