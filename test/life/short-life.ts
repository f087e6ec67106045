import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clusterOf, pictureOf } from './picture.ts'
import { type Beginning, type Edit, openStage, type Stage } from './stage.ts'

/** The life of an example in few steps. */
export interface ShortLife extends Beginning {
  readonly controlPlanes: readonly string[]
  readonly workers: readonly string[]
  /** A step in which machines come or go, what is then there, in order. */
  readonly changes: readonly Change[]
  /** Nodes get ready only once somebody installs a network. */
  readonly withoutNetwork?: boolean
  /** Calls to Proxmox for a machine when nothing is to do: one, and another where its agent is asked for its address. */
  readonly callsEach?: number
  /** What it is called, where the example is not as it stands. */
  readonly name?: string
  /** What must hold whenever a run has come to its end. */
  readonly holds?: (stage: Stage) => void
  /** Further calls when nothing is to do. */
  readonly callsBesides?: number
}

/** One change of the file and what comes of it. */
export interface Change {
  readonly title: string
  readonly edit: Edit
  readonly controlPlanes?: readonly string[]
  readonly workers?: readonly string[]
}

/** Declares the tests of a life: up, nothing to do, changes, destroyed without a trace. */
export function shortLife(life: ShortLife): void {
  describe(`the life of ${life.name ?? life.example}`, () => {
    let stage: Stage
    let start: object
    beforeAll(async () => {
      stage = await openStage({ ...life, prune: true })
      start = pictureOf(stage.running, { images: true })
    })
    afterAll(() => stage.close())

    const up = async () => {
      const { code, stdout, stderr } = await stage.talmox('up', '--yes')
      expect({ code, errors: withoutWarnings(stderr) }).toEqual({ code: 0, errors: '' })
      expect(stage.watch.wrongs()).toEqual([])
      life.holds?.(stage)
      return stdout
    }
    const expectCluster = ({ controlPlanes = life.controlPlanes, workers = life.workers }: Partial<Change>) => {
      const all = [...controlPlanes, ...workers].sort()
      const { members, nodes, ready, vms } = clusterOf(stage.running)
      expect({ members, nodes, vms: vms.length }).toEqual({
        members: [...controlPlanes].sort(),
        nodes: all,
        vms: all.length,
      })
      expect(ready).toEqual(life.withoutNetwork ? [] : all)
    }

    test('it comes up', async () => {
      await up()
      expectCluster({})
    })

    test('a second run does nothing, in few calls', async () => {
      stage.watch.calls()
      expect(await up()).toMatch(/^[a-z0-9-]+: nothing to do\.\n/)
      const { proxmox, talos } = stage.watch.calls()
      const machines = life.controlPlanes.length + life.workers.length
      const { callsEach = 1, callsBesides = 0 } = life
      expect(proxmox.length).toBeLessThanOrEqual(2 + callsEach * machines + callsBesides)
      const each = life.withoutNetwork === true ? 3 : 2
      expect(talos.length).toBeLessThanOrEqual(each * machines + 3 * life.controlPlanes.length)
    })

    for (const change of life.changes) {
      test(change.title, async () => {
        stage.edit(change.edit)
        await up()
        expectCluster(change)
      })
    }

    test('when it is destroyed with its images, everything is as it was', async () => {
      stage.watch.letGo()
      const { code, stderr } = await stage.talmox('destroy', '--yes', '--images')
      expect({ code, errors: withoutWarnings(stderr) }).toEqual({ code: 0, errors: '' })
      expect(pictureOf(stage.running, { images: true })).toEqual(start)
      expect(stage.watch.wrongs()).toEqual([])
    })
  })
}

/** Names with a number behind them. */
export const numbered = (prefix: string, count: number, digits = 1): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(at + 1).padStart(digits, '0')}`)

/** What the file is warned of is said by every command, and is no failure. */
const withoutWarnings = (text: string): string => (/ error |error:/.test(text) ? text : '')
