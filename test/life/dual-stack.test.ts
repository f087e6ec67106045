import { numbered, shortLife } from './short-life.ts'

shortLife({
  example: 'dual-stack',
  // The release before, whose API differs.
  world: (written) => ({ ...written, flavour: '8.4' }),
  controlPlanes: numbered('dual-cp-', 3),
  workers: numbered('dual-general-', 2),
  changes: [
    {
      title: 'a worker joins',
      edit: (file) => file.setIn(['workers', 'general', 'count'], '3'),
      workers: numbered('dual-general-', 3),
    },
  ],
})
