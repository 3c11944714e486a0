import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'
import { Exchange } from '../database/exchange.ts'

const within = new AsyncLocalStorage<object>()

/**
 * How often something is sent to the database and waited for by `work`. What goes on beside it is not counted; with `process`
 * it is: what is asked for over HTTP is answered outside of `work`.
 */
export async function countTrips(work: () => Promise<unknown>, by: 'work' | 'process' = 'work'): Promise<number> {
  const mark = {}
  const { query } = pg.Client.prototype
  let trips = 0
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    if (given[0] instanceof Exchange && (by === 'process' || within.getStore() === mark)) trips++
    return Reflect.apply(query, this, given)
  })
  try {
    await within.run(mark, work)
    return trips
  } finally {
    spy.mockRestore()
  }
}
