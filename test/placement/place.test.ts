import { describe, expect, test } from 'vitest'
import { place } from '../../src/placement/place.ts'
import type { PlacementPolicy } from '../../src/placement/types.ts'
import { asFacts, controlPlane, GIB, host, several, spread, where, why, worker } from './world.ts'

describe('the slot table', () => {
  // Capacity 12/24, 20/40, 8/64, 4/8 (CPU/GiB); a control plane of 4/8 goes to the three with the most room.
  //   host      left after it   slots of 4 CPU, 8 GiB   dealt
  //   pve-01     8 / 16          2                       general-1, general-5
  //   pve-01-a  16 / 32          4                       general-2, general-6, general-7, general-8
  //   pve.2      4 / 56          1                       general-3
  //   pve-02     4 /  8          1                       general-4
  const hosts = [host('pve-01', 12, 24), host('pve-01-a', 20, 40), host('pve.2', 8, 64), host('pve-02', 4, 8)]
  const machines = [
    ...several(3, (index) => controlPlane(`cp-${index}`, 4, 8)),
    ...several(8, (index) => worker(`general-${index}`, 4, 8)),
  ]
  const placement = place(machines, hosts, spread)

  test('comes out as computed by hand, with host names that differ only after a dash', () => {
    expect(placement.failures).toEqual([])
    expect(where(placement)).toEqual({
      'cp-1': 'pve-01-a',
      'cp-2': 'pve-01',
      'cp-3': 'pve.2',
      'general-1': 'pve-01',
      'general-2': 'pve-01-a',
      'general-3': 'pve.2',
      'general-4': 'pve-02',
      'general-5': 'pve-01',
      'general-6': 'pve-01-a',
      'general-7': 'pve-01-a',
      'general-8': 'pve-01-a',
    })
  })

  test('gives every decision its reason', () => {
    expect(why(placement, 'cp-1')).toBe('control plane: no other one on pve-01-a yet, most room')
    expect(why(placement, 'general-1')).toBe('1st of 2 places for 4 CPU, 8 GiB on pve-01')
    expect(why(placement, 'general-8')).toBe('4th of 4 places for 4 CPU, 8 GiB on pve-01-a')
  })

  test('adds up to what every host then uses', () => {
    expect(placement.usage[1]).toEqual({
      host: 'pve-01-a',
      machines: 5,
      cpu: { used: 20, limit: 20 },
      memory: { used: 40 * GIB, limit: 40 * GIB },
      storages: {},
    })
  })

  test('has no slot for one worker more', () => {
    expect(place([...machines, worker('general-9', 4, 8)], hosts, spread).failures.map((each) => each.machine)).toEqual(
      ['general-9'],
    )
  })
})

describe('spread', () => {
  const three = [host('a', 32, 64), host('b', 32, 64), host('c', 32, 64)]

  test('goes on dealing where the pool before stopped', () => {
    const machines = [
      ...several(4, (index) => worker(`big-${index}`, 4, 8)),
      ...several(3, (index) => worker(`small-${index}`, 2, 2)),
    ]
    expect(where(place(machines, three, spread))).toMatchObject({
      'big-4': 'a',
      'small-1': 'b',
      'small-2': 'c',
      'small-3': 'a',
    })
  })

  test('evens out what machines that exist left uneven', () => {
    const machines = [
      ...several(2, (index) => worker(`old-${index}`, 2, 2, { placed: 'a' })),
      ...several(4, (index) => worker(`new-${index}`, 2, 2)),
    ]
    expect(where(place(machines, three, spread))).toMatchObject({
      'new-1': 'b',
      'new-2': 'c',
      'new-3': 'b',
      'new-4': 'c',
    })
  })

  test('lets machines with devices choose first, so that the others spread around them', () => {
    const hosts = [host('a', 8, 16, { devices: { gpu: 1 } }), host('b', 8, 16, { devices: {} })]
    const machines = [worker('mixed-1', 4, 8), worker('mixed-2', 8, 16, { devices: ['gpu'] }), worker('mixed-3', 4, 8)]
    expect(where(place(machines, hosts, spread))).toEqual({ 'mixed-1': 'b', 'mixed-2': 'a', 'mixed-3': 'b' })
  })

  test('places big machines before small ones where the order of the file leaves them no room', () => {
    const hosts = [host('a', 8, 16), host('b', 8, 16)]
    const machines = [worker('small-1', 4, 8), worker('small-2', 4, 8), worker('big-1', 8, 16)]
    const placement = place(machines, hosts, spread)
    expect(placement.failures).toEqual([])
    expect(where(placement)).toEqual({ 'small-1': 'b', 'small-2': 'b', 'big-1': 'a' })
  })

  test('leaves control planes the roomiest host where reordering the workers is enough', () => {
    const hosts = [host('a', 8, 64), host('b', 12, 64)]
    const machines = [
      controlPlane('cp-1', 2, 1),
      ...several(2, (index) => worker(`small-${index}`, 4, 1)),
      worker('big-1', 8, 1),
    ]
    expect(where(place(machines, hosts, spread))).toEqual({ 'cp-1': 'b', 'small-1': 'b', 'small-2': 'b', 'big-1': 'a' })
  })

  test('sends a control plane elsewhere when it would take the only host of a device, and stays even', () => {
    const plain = { devices: {} }
    const hosts = [host('gpu', 16, 32, { devices: { gpu: 1 } }), host('b', 8, 16, plain), host('c', 12, 16, plain)]
    const machines = [
      controlPlane('cp-1', 2, 4),
      worker('gpu-1', 16, 32, { devices: ['gpu'] }),
      ...several(4, (index) => worker(`w-${index}`, 2, 2)),
    ]
    const placement = place(machines, hosts, spread)
    expect(placement.usage.map((usage) => usage.machines)).toEqual([1, 3, 2])
    expect(where(placement)).toMatchObject({ 'cp-1': 'b', 'gpu-1': 'gpu' })
  })

  test('fills the tightest hosts first where an even spread leaves machines over, however many there are', () => {
    const hosts = [
      ...several(40, (index) => host(`a${index}`, 8, 8)),
      ...several(40, (index) => host(`b${index}`, 7, 8)),
    ]
    const machines = [
      ...several(80, (index) => worker(`four-${index}`, 4, 1)),
      ...several(40, (index) => worker(`seven-${index}`, 7, 1)),
    ]
    const placement = place(machines, hosts, spread)
    expect(placement.failures).toEqual([])
    expect(why(placement, 'seven-1')).toBe(
      'tightest host with room for 7 CPU, 1 GiB, since an even spread leaves machines without a host',
    )
  })

  test('tries combinations where every simple order leaves a machine over', () => {
    const hosts = [host('a', 12, 100), host('b', 12, 100)]
    const machines = [6, 5, 4, 3, 3, 3].map((cpu, index) => worker(`pool${index}-1`, cpu, 1))
    const placement = place(machines, hosts, spread)
    expect(placement.failures).toEqual([])
    expect(why(placement, 'pool0-1')).toBe('found by trying combinations, since no simpler order seats every machine')
  })

  test('treats what is unknown about a host as unlimited', () => {
    const placement = place([worker('w-1', 500, 5000, { devices: ['gpu'] })], [{ name: 'a' }], spread)
    expect(why(placement, 'w-1')).toBe('1st of its size on a, whose room is not known')
    expect(placement.usage).toEqual([
      { host: 'a', machines: 1, cpu: { used: 500 }, memory: { used: 5000 * GIB }, storages: {} },
    ])
  })
})

describe('control planes', () => {
  test('make way for one that has fewer hosts to choose from', () => {
    const hosts = [host('roomy', 16, 64), host('small', 4, 8)]
    const machines = [controlPlane('cp-1', 4, 8), controlPlane('cp-2', 8, 16)]
    const placement = place(machines, hosts, spread)
    expect(where(placement)).toEqual({ 'cp-1': 'small', 'cp-2': 'roomy' })
    expect(why(placement, 'cp-1')).toBe('control plane: chosen so that others fit too')
  })

  test('keep away from pinned and existing ones', () => {
    const hosts = [host('a', 64, 64), host('b', 32, 32), host('c', 16, 16)]
    const machines = [
      controlPlane('cp-1', 4, 8),
      controlPlane('cp-2', 4, 8, { pin: 'a' }),
      controlPlane('cp-3', 4, 8, { placed: 'b' }),
    ]
    expect(where(place(machines, hosts, spread))).toEqual({ 'cp-1': 'c', 'cp-2': 'a', 'cp-3': 'b' })
  })

  test('prefer a storage that holds no other control plane to a roomier host', () => {
    const on = (storage: string, shared: boolean) => ({ storages: { [storage]: { free: 500 * GIB, shared } } })
    const hosts = [
      host('a', 64, 64, on('nas', true)),
      host('b', 32, 32, on('nas', true)),
      host('c', 16, 16, on('local', false)),
    ]
    const disk = 40 * GIB
    const storage = { a: { nas: disk }, b: { nas: disk }, c: { local: disk } }
    const machines = several(2, (index) => controlPlane(`cp-${index}`, 4, 8, { storage }))
    expect(where(place(machines, hosts, spread))).toEqual({ 'cp-1': 'a', 'cp-2': 'c' })
  })

  test('share hosts evenly when there are more of them than hosts, and say so', () => {
    const placement = place(
      several(5, (index) => controlPlane(`cp-${index}`, 4, 8)),
      [host('a', 64, 64), host('b', 32, 32), host('c', 16, 16)],
      spread,
    )
    expect(placement.usage.map((usage) => usage.machines)).toEqual([2, 2, 1])
    expect(why(placement, 'cp-1')).toBe('control plane: no other one on a yet, most room')
    expect(why(placement, 'cp-4')).toBe(
      'control plane: shares a with 1 other, as every host already has one, most room',
    )
  })

  test('say when the hosts without one are too small', () => {
    const placement = place(
      several(2, (index) => controlPlane(`cp-${index}`, 4, 8)),
      [host('a', 64, 64), host('b', 1, 1)],
      spread,
    )
    expect(why(placement, 'cp-2')).toBe(
      'control plane: shares a with 1 other, as no host without one has room left, most room',
    )
  })

  test('speak of room only where some is known and there is a choice', () => {
    const unknown = place([controlPlane('cp-1', 4, 8)], [{ name: 'a' }, { name: 'b' }], spread)
    expect(why(unknown, 'cp-1')).toBe('control plane: no other one on a yet')
    const only = place([controlPlane('cp-1', 4, 8)], [host('a', 64, 64)], spread)
    expect(why(only, 'cp-1')).toBe('control plane: no other one on a yet')
  })

  test('live apart even where that takes one of them off a storage it shares with another', () => {
    const nas = { nas: { free: 10, shared: true } }
    const hosts = ['a', 'b', 'c'].map((name, index) => host(name, [4, 1, 8][index] ?? 0, 8, { storages: nas }))
    const machines = [
      controlPlane('cp-1', 1, 1, { storage: { a: { nas: 6 }, b: { nas: 1 }, c: { tank: 1 } } }),
      controlPlane('cp-2', 8, 1, { storage: { '*': { nas: 6 } } }),
    ]
    const placement = place(machines, hosts, spread)
    expect(where(placement)).toEqual({ 'cp-1': 'b', 'cp-2': 'c' })
    expect(why(placement, 'cp-1')).toBe(
      'control plane: found by trying combinations, since no simpler order seats every machine',
    )
  })
})

describe('pack', () => {
  const pack: PlacementPolicy = { ...spread, strategy: 'pack' }
  const hosts = several(4, (index) => host(`pve${index}`, 16, 32))

  test('fills hosts in order, with the control planes still apart', () => {
    const machines = [
      ...several(2, (index) => controlPlane(`cp-${index}`, 4, 8)),
      ...several(5, (index) => worker(`w-${index}`, 4, 8)),
    ]
    const placement = place(machines, hosts, pack)
    expect(placement.usage.map((usage) => usage.machines)).toEqual([4, 3, 0, 0])
    expect(why(placement, 'cp-2')).toBe('control plane: no other one on pve2 yet, first in order')
    expect(why(placement, 'w-1')).toBe('first host in order with room for 4 CPU, 8 GiB')
  })

  test('fills a host that is in use before it opens another', () => {
    const machines = [worker('old-1', 4, 8, { placed: 'pve3' }), worker('new-1', 4, 8)]
    expect(where(place(machines, hosts, pack))).toEqual({ 'old-1': 'pve3', 'new-1': 'pve3' })
  })

  test('needs no host more than sizes that add up need', () => {
    const machines = [4, 12, 4, 12].map((cpu, index) => worker(`pool${index}-1`, cpu, 1))
    expect(place(machines, hosts, pack).usage.map((usage) => usage.cpu.used)).toEqual([16, 16, 0, 0])
  })
})

describe('what is fixed', () => {
  const hosts = [host('a', 4, 8), host('b', 64, 128)]

  test('stays although its host is over capacity, and nothing joins it there', () => {
    const machines = [...several(3, (index) => worker(`old-${index}`, 4, 8, { placed: 'a' })), worker('new-1', 1, 1)]
    const placement = place(machines, hosts, spread)
    expect(where(placement)).toEqual({ 'old-1': 'a', 'old-2': 'a', 'old-3': 'a', 'new-1': 'b' })
    expect(why(placement, 'old-1')).toBe('already there')
    expect(placement.usage[0]?.cpu).toEqual({ used: 12, limit: 4 })
  })

  test('is not moved by a pin that came later, nor by a host that is gone', () => {
    const machines = [worker('w-1', 1, 1, { placed: 'a', pin: 'b' }), worker('w-2', 1, 1, { placed: 'gone' })]
    const placement = place(machines, hosts, spread)
    expect(where(placement)).toEqual({ 'w-1': 'a', 'w-2': 'gone' })
    expect(why(placement, 'w-1')).toBe(
      'already there, though the file pins it to b: a machine that exists is not moved',
    )
    expect(why(placement, 'w-2')).toBe('already there, though gone is not among the hosts')
  })

  test('takes its room before others choose: first what exists, then what is pinned', () => {
    const machines = [
      controlPlane('cp-1', 4, 8),
      worker('pinned-1', 2, 4, { pin: 'a' }),
      worker('old-1', 2, 4, { placed: 'a' }),
    ]
    const placement = place(machines, hosts, spread)
    expect(where(placement)).toEqual({ 'cp-1': 'b', 'pinned-1': 'a', 'old-1': 'a' })
    expect(why(placement, 'pinned-1')).toBe('pinned to a by the file')
  })

  test('lets a pool grow by adding only', () => {
    const few = several(3, (index) => worker(`w-${index}`, 4, 8))
    const first = place(few, hosts, spread)
    const many = [...asFacts(few, first), worker('w-4', 4, 8)]
    expect(where(place(many, [host('new', 64, 128), ...hosts], spread))).toEqual({ ...where(first), 'w-4': 'new' })
  })
})
