import { threadId } from 'node:worker_threads'
import { serve } from '../pdf/thread.ts'

/**
 * Says which thread or process it is; `die` ends it, `hang` keeps it busy for ever, `sleep` idle for ever, `doze` for a
 * second; `secrets` tells of the settings.
 */
serve((job: 'say' | 'die' | 'hang' | 'sleep' | 'doze' | 'secrets') => {
  if (job === 'die') process.exit(1)
  if (job === 'hang') for (;;);
  if (job === 'sleep') pause(Infinity)
  if (job === 'doze') pause(1000)
  if (job === 'secrets') return process.env.KAIBIAO_SECRET_PROBE !== undefined
  return process.pid * 1000 + threadId
})

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
