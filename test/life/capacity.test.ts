import { numbered, shortLife } from './short-life.ts'

shortLife({
  example: 'capacity',
  controlPlanes: numbered('enterprise-cp-', 3),
  workers: numbered('enterprise-general-', 7),
  callsEach: 2,
  changes: [
    {
      title: 'a worker leaves',
      edit: (file) => file.setIn(['workers', 'general', 'count'], '6'),
      workers: numbered('enterprise-general-', 6),
    },
  ],
})
