import { expect, test } from 'vitest'
import { schematics } from '../../src/run/schematics.ts'
import { resolved, smallCluster } from '../resolve/resolved.ts'
import { withFactory } from '../sim/factory/support.ts'

async function imageWith(talos: object) {
  const { machines } = await resolved({ ...smallCluster, talos: { ...smallCluster.talos, ...talos } })
  const [machine] = machines
  if (machine === undefined) throw new Error('no machine')
  return machine.image
}

/** A factory that counts what it is asked. */
const counted = (run: (asked: string[], known: ReturnType<typeof schematics>) => Promise<void>) =>
  withFactory(async ({ client }) => {
    const asked: string[] = []
    const counting = {
      ...client,
      register: (schematic: Parameters<typeof client.register>[0]) => {
        asked.push('register')
        return client.register(schematic)
      },
      extensions: (version: string) => {
        asked.push(`extensions of ${version}`)
        return client.extensions(version)
      },
    }
    await run(asked, schematics(counting))
  })

test('whoever only wants an id asks nobody where it can be computed', () =>
  counted(async (asked, { idOf }) => {
    expect(await idOf(await imageWith({ extensions: ['iscsi-tools'] }))).toMatch(/^[0-9a-f]{64}$/)
    expect(asked).toEqual([])
  }))

test('before images are fetched, the factory is asked once what it has, and told the schematic once', () =>
  counted(async (asked, { register, idOf }) => {
    const image = await imageWith({ extensions: ['iscsi-tools'] })
    const ids = await Promise.all([register(image), register(image), register({ ...image })])
    expect(new Set(ids)).toEqual(new Set([await idOf(image)]))
    expect(asked).toEqual(['extensions of v1.12.4', 'register'])
  }))

test('an extension that is misspelt is named with the one that was meant, and nothing is made known', () =>
  counted(async (asked, { register }) => {
    const image = await imageWith({ extensions: ['iscsi-tool'] })
    await expect(register(image)).rejects.toMatchObject({
      code: 'extension-unknown',
      message: 'the image factory https://factory.talos.dev has no extension siderolabs/iscsi-tool for Talos v1.12.4',
      hint: 'write siderolabs/iscsi-tools instead of siderolabs/iscsi-tool',
    })
    expect(asked).toEqual(['extensions of v1.12.4'])
  }))

test('another version is asked for anew, since it may not have the extension yet', () =>
  counted(async (asked, { register }) => {
    const image = await imageWith({ extensions: ['bird2'] })
    await register(image)
    await expect(register({ ...image, version: 'v1.11.6' })).rejects.toMatchObject({ code: 'extension-unknown' })
    expect(asked).toEqual(['extensions of v1.12.4', 'register', 'extensions of v1.11.6'])
  }))

test('a version that the factory does not know is left to the host that fetches the image', () =>
  counted(async (asked, { register, idOf }) => {
    const image = { ...(await imageWith({ extensions: ['iscsi-tools'] })), version: 'v1.12.99' }
    expect(await register(image)).toBe(await idOf(image))
    expect(asked).toEqual(['extensions of v1.12.99', 'register'])
  }))
