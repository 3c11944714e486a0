import { threadId } from 'node:worker_threads'
import { serve } from '../pdf/thread.ts'

/** Says which thread it is; `die` ends it. */
serve((job: 'say' | 'die') => {
  if (job === 'die') process.exit(1)
  return threadId
})
