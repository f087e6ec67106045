import type { Guard } from '../guard.ts'

/** Extensions are in the image that a machine was installed from, and stay there until it is upgraded. */
export const imageDiffers: Guard = {
  code: 'image-differs',
  level: 'warning',
  summary: 'a machine was made from an image with other extensions or kernel arguments than the file says',
  check({ live, machines }) {
    return machines.flatMap(({ machine, vm, node }) => {
      const wanted = live.schematics[machine.name]
      const has = node.kind === 'configured' ? (node.schematic ?? vm?.record?.schematic) : undefined
      if (wanted === undefined || wanted === '' || has === undefined || has === '' || has === wanted) return []
      return [
        {
          target: machine.name,
          message: `it runs the image of schematic ${short(has)}, and the file's extensions make ${short(wanted)}`,
          hint: 'machines made from now on have them; upgrading, a command of its own, brings them to this one',
        },
      ]
    })
  },
}

const short = (schematic: string): string => schematic.slice(0, 12)
