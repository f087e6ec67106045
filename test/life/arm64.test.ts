import { numbered, shortLife } from './short-life.ts'

shortLife({
  example: 'arm64',
  // A pool that talmox makes goes with the cluster.
  edit: (file) => file.setIn(['proxmox', 'pool'], 'ampere'),
  world: (written) => ({ ...written, pools: [] }),
  controlPlanes: numbered('ampere-cp-', 3),
  workers: numbered('ampere-general-', 3),
  changes: [
    {
      title: 'a worker leaves',
      edit: (file) => file.setIn(['workers', 'general', 'count'], '2'),
      workers: numbered('ampere-general-', 2),
    },
  ],
})
