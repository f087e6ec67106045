import { numbered, shortLife } from './short-life.ts'

shortLife({
  example: 'vm-hardware',
  controlPlanes: numbered('talos-cplane-', 3, 3),
  workers: numbered('talos-worker-', 2, 3),
  changes: [
    {
      title: 'a worker leaves',
      edit: (file) => file.setIn(['workers', 'general', 'count'], '1'),
      workers: numbered('talos-worker-', 1, 3),
    },
    {
      title: 'another worker joins, which starts from the ISO again',
      edit: (file) => file.setIn(['workers', 'general', 'count'], '2'),
    },
  ],
})
