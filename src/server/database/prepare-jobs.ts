import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { APP_ROLE } from './role.ts'

/** The queues of this system: two for event subscribers, quick and slow, and one for what keeps failing. */
export const EVENT_QUEUE = 'event'
export const SLOW_QUEUE = 'event-slow'
export const DEAD_QUEUE = 'event-dead'

/** Whether the job tables were made whole: the last thing of that is that the application may use them. */
export async function hasJobs(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_catalog.pg_class c where c.oid = to_regclass('pgboss.job')
     and has_table_privilege($1, c.oid, 'insert') and has_table_privilege($1, to_regclass('pgboss.version'), 'select')`,
    [APP_ROLE],
  )
  return rows.length > 0
}

/** Creates the job tables as the owner and lets the application role use them (it may not alter them). */
export async function prepareJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false, max: 1 })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.createQueue(DEAD_QUEUE)
  const retries = { retryLimit: 8, retryDelay: 1, retryBackoff: true, deadLetter: DEAD_QUEUE, notify: true }
  await boss.createQueue(EVENT_QUEUE, retries)
  await boss.createQueue(SLOW_QUEUE, { ...retries, expireInSeconds: 3600 })
  await boss.stop({ graceful: false })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`grant usage on schema pgboss to ${APP_ROLE};
      grant select, insert, update, delete on all tables in schema pgboss to ${APP_ROLE};
      grant usage on all sequences in schema pgboss to ${APP_ROLE};
      grant execute on all functions in schema pgboss to ${APP_ROLE};`)
  } finally {
    await client.end()
  }
}
