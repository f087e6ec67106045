import { numbered, shortLife } from './short-life.ts'

shortLife({
  example: 'cloned-template-gpu',
  controlPlanes: numbered('k3s-dev-control-', 1),
  workers: numbered('k3s-dev-gpu-', 1),
  // Root has to log in.
  callsBesides: 1,
  changes: [
    {
      title: 'more cores come with a restart',
      edit: (file) => file.setIn(['workers', 'gpu', 'cores'], '10'),
    },
    {
      title: 'the only control plane takes more memory',
      edit: (file) => file.setIn(['controlPlane', 'memory'], '10GiB'),
    },
  ],
})
