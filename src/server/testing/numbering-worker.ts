import { threadId } from 'node:worker_threads'
import { serve } from '../pdf/thread.ts'

/** Says which thread or process it is; `die` ends it, `hang` keeps it busy for ever, `secrets` tells of the settings. */
serve((job: 'say' | 'die' | 'hang' | 'secrets') => {
  if (job === 'die') process.exit(1)
  if (job === 'hang') for (;;);
  if (job === 'secrets') return process.env.KAIBIAO_SECRET_PROBE !== undefined
  return process.pid * 1000 + threadId
})
