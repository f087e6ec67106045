import process from 'node:process'
import { doJob, type SweepJob } from './sweep-job.ts'

// Started by a sweep: asks for a job, does it, and asks for the next one until there is none.
const ask = () => process.send?.('next')
process.on('message', (job: SweepJob) => {
  doJob(job).then(ask, (error: unknown) => {
    console.error(`${job.example} ${job.scene} could not be swept:`, error)
    process.exit(1)
  })
})
process.on('disconnect', () => process.exit(0))
ask()
