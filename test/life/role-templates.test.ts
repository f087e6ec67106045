import { numbered, shortLife } from './short-life.ts'

shortLife({
  example: 'role-templates',
  controlPlanes: numbered('production-cp-', 3),
  workers: numbered('production-general-', 5),
  changes: [
    {
      title: 'without protection a worker may leave',
      edit: (file) => {
        file.setIn(['protection'], 'false')
        file.setIn(['workers', 'general', 'count'], '4')
      },
      workers: numbered('production-general-', 4),
    },
  ],
})
