import { numbered, shortLife } from './short-life.ts'

shortLife({
  example: 'gpu-and-cilium',
  controlPlanes: numbered('k8s-controller', 3),
  workers: numbered('k8s-worker', 4),
  withoutNetwork: true,
  callsEach: 2,
  // Which host has which device.
  callsBesides: 1,
  changes: [
    {
      title: 'a worker joins',
      edit: (file) => file.setIn(['workers', 'general', 'count'], '5'),
      workers: numbered('k8s-worker', 5),
    },
  ],
})
