import pg from 'pg'
import { PgBoss } from 'pg-boss'

/**
 * The queues of this system: one for event subscribers, one for those that wait for somebody outside, with a dead-letter
 * queue for what keeps failing.
 */
export const EVENT_QUEUE = 'event'
export const SLOW_QUEUE = 'event-slow'
export const DEAD_QUEUE = 'event-dead'

/** Creates the job tables as the owner and lets the application role use them (it may not alter them). */
export async function prepareJobs(ownerUrl: string, role: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false, max: 1 })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.createQueue(DEAD_QUEUE)
  for (const queue of [EVENT_QUEUE, SLOW_QUEUE])
    await boss.createQueue(queue, {
      retryLimit: 8,
      retryDelay: 1,
      retryBackoff: true,
      deadLetter: DEAD_QUEUE,
      notify: true,
    })
  await boss.stop({ graceful: false })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`grant usage on schema pgboss to ${role};
      grant select, insert, update, delete on all tables in schema pgboss to ${role};
      grant usage on all sequences in schema pgboss to ${role};
      grant execute on all functions in schema pgboss to ${role};`)
  } finally {
    await client.end()
  }
}
