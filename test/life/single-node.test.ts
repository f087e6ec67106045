import { numbered, shortLife } from './short-life.ts'

shortLife({
  example: 'single-node',
  controlPlanes: numbered('solo-cp-', 1),
  workers: [],
  changes: [
    {
      title: 'one control plane becomes three',
      edit: (file) => file.setIn(['controlPlane', 'count'], '3'),
      controlPlanes: numbered('solo-cp-', 3),
    },
  ],
})
