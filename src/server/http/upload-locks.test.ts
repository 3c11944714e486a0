import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { UploadLocks } from './upload-locks.ts'
import { ownerPool } from '#server/testing/owner-pool.ts'

/* Two nodes on one database. */

const [one, two] = [new UploadLocks(inject('serverUrl')), new UploadLocks(inject('serverUrl'))]
let owner: pg.Pool
beforeAll(() => {
  owner = ownerPool(inject('serverUrl'))
})
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()])
  await owner.end()
})
const forever = new AbortController().signal
const ignore = () => undefined
const HELD = `from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and a.application_name = 'kaibiao-uploads' and a.datname = current_database()`
const held = async () => (await owner.query(`select 1 ${HELD}`)).rowCount

test('whoever writes an upload is asked to stop, and the next waits until it has', async () => {
  for (const other of [two, one]) {
    const [first, second] = [one.newLock('a'), other.newLock('a')]
    const asked = Promise.withResolvers<void>()
    await first.lock(forever, () => asked.resolve())
    let isIn = false
    const waiting = second.lock(forever, ignore).then(() => (isIn = true))
    await asked.promise
    expect(isIn).toBe(false)
    await first.unlock()
    await waiting
    await second.unlock()
  }
})

test('different uploads do not wait for each other', async () => {
  const locks = ['b', 'c', 'd'].map((id, i) => [one, two][i % 2]!.newLock(id))
  const taken = await Promise.allSettled(locks.map((lock) => lock.lock(forever, ignore)))
  expect(taken.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  await Promise.all(locks.map((lock) => lock.unlock()))
})

test('who has gone away waits no more, and leaves the lock to others', async () => {
  const [first, second, third] = [one.newLock('e'), two.newLock('e'), two.newLock('e')]
  await first.lock(forever, ignore)
  const gone = new AbortController()
  const waiting = second.lock(gone.signal, ignore)
  gone.abort()
  await expect(waiting).rejects.toMatchObject({ status_code: 500 })
  await first.unlock()
  await third.lock(forever, ignore)
  await third.unlock()
})

test('locks end with the connection of their node, which is told, and takes new ones by another', async () => {
  const [first, second] = [one.newLock('f'), two.newLock('f')]
  const told = Promise.withResolvers<void>()
  await first.lock(forever, () => told.resolve())
  await owner.query(`select pg_terminate_backend(pid) ${HELD}`)
  await told.promise
  await second.lock(forever, ignore)
  await first.unlock()
  await second.unlock()
  expect(await held()).toBe(0)
  await first.lock(forever, ignore)
  expect(await held()).toBe(1)
  await first.unlock()
})
