import { groupBy } from '../../resolve/group-by.ts'
import { few } from '../few.ts'
import type { Guard } from '../guard.ts'

/** Extensions are in the image that a machine was installed from, and stay there until it is upgraded. */
export const imageDiffers: Guard = {
  code: 'image-differs',
  level: 'warning',
  summary: 'a machine was made from an image with other extensions or kernel arguments than the file says',
  check({ live, machines }) {
    const groups = groupBy(
      machines.flatMap(({ machine, vm, node }) => {
        const wanted = live.schematics[machine.name] ?? ''
        const has = node.kind === 'configured' ? (node.schematic ?? vm?.record?.schematic ?? '') : ''
        return wanted === '' || has === '' || has === wanted ? [] : [{ name: machine.name, has, wanted }]
      }),
      ({ has, wanted }) => `${short(has)}, and the file's extensions make ${short(wanted)}`,
    )
    return [...groups].map(([words, group]) => ({
      target: few(group.map(({ name }) => name)),
      message: `running the image of schematic ${words}`,
      hint: 'machines made from now on have them; upgrading, a command of its own, brings them to those that exist',
    }))
  },
}

const short = (schematic: string): string => schematic.slice(0, 12)
