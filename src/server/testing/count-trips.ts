import pg from 'pg'
import { vi } from 'vitest'
import { Exchange } from '../database/exchange.ts'

/** How often something is sent to the database and waited for while `work` runs, by this process. */
export async function countTrips(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.filter(([first]) => (first as unknown) instanceof Exchange).length
  } finally {
    query.mockRestore()
  }
}
