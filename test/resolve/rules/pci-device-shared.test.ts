import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('pci-device-shared: two machines on one host cannot share a device', async () => {
  expect(
    await foundBy('pci-device-shared', {
      proxmox: '{ credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      workers: '{ gpu: { count: 2, gpu: "0000:28:00.0" } }',
      placement: '{ pinned: { lab-gpu-1: pve1, lab-gpu-2: pve1 } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: '2 machines on pve1 are to have the device 0000:28:00.0, which one host has once',
      hint: 'lower the count, or pin the machines to hosts of their own',
      path: 'workers.gpu.gpu',
    },
  ])
})

test('pci-device-shared: nor can more machines than there are hosts', async () => {
  expect(
    await foundBy('pci-device-shared', {
      proxmox: '{ hosts: [pve1, pve2], credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      workers: '{ gpu: { count: 3, gpu: "28:00" } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: '3 machines on 2 hosts are to have the device 0000:28:00.*, which one host has once',
      hint: 'lower the count, or pin the machines to hosts of their own',
      path: 'workers.gpu.gpu',
    },
  ])
})

test('pci-device-shared: nor a pool on a single host', async () => {
  expect(
    await foundBy('pci-device-shared', {
      proxmox: '{ hosts: [pve1], credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      workers: '{ gpu: { count: 2, gpu: "28:00" } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: '2 machines on pve1 are to have the device 0000:28:00.*, which one host has once',
      hint: 'lower the count, or pin the machines to hosts of their own',
      path: 'workers.gpu.gpu',
    },
  ])
})

test('pci-device-shared: nothing is said about one machine per host, hosts that nobody knows, and devices that the file counts', async () => {
  expect(
    await foundBy('pci-device-shared', {
      proxmox: '{ hosts: [pve1, pve2], credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      workers: '{ gpu: { count: 2, gpu: "28:00" } }',
    }),
  ).toEqual([])
  expect(
    await foundBy('pci-device-shared', {
      proxmox: '{ credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      workers: '{ gpu: { count: 2, gpu: "28:00" } }',
    }),
  ).toEqual([])
  expect(
    await foundBy('pci-device-shared', {
      proxmox:
        '{ hosts: { pve1: { pci: { "28:00": 4 } } }, credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      workers: '{ gpu: { count: 2, gpu: "28:00" } }',
    }),
  ).toEqual([])
})

test('pci-device-shared: a function of a slot that another machine takes whole is taken', async () => {
  expect(
    await foundBy('pci-device-shared', {
      proxmox: '{ hosts: [pve1], credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      workers:
        '{ one: { count: 1, gpu: "0000:28:00" }, two: { count: 1, gpu: "28:00.1", vmids: 4000, addresses: +40 } }',
    }),
  ).toMatchObject([{ message: '2 machines on pve1 are to have the device 0000:28:00.1, which one host has once' }])
})
