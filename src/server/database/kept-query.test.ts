import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testSystem, type TestSystem } from '../testing/test-system.ts'
import { keptQuery, slotsOf } from './kept-query.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})

test('a query is built once per shape, and holds the values of each run', async () => {
  const { db } = system.kernel
  let built = 0
  const named = (name: string) =>
    keptQuery(`test ${import.meta.filename}`, { name, note: undefined }, (at) => {
      built++
      expect(at.note).toBeUndefined()
      const query = sql<{ name: string }>`select ${at.name}::text as name, ${at.name}::text as again`
      return { compile: () => query.compile(db) }
    })
  expect((await db.executeQuery(named('甲'))).rows).toEqual([{ name: '甲', again: '甲' }])
  expect((await db.executeQuery(named('乙'))).rows).toEqual([{ name: '乙', again: '乙' }])
  expect(built).toBe(1)
})

test('a value outside the slots is refused: everybody would ask with it', () => {
  const { db } = system.kernel
  const build = () => ({ compile: () => sql<object>`select ${'甲'}::text`.compile(db) })
  expect(() => keptQuery('test of a value', {}, build)).toThrow(/outside its slots/)
  // Nothing was kept.
  expect(() => keptQuery('test of a value', {}, build)).toThrow(/outside its slots/)
  expect(Object.keys(slotsOf({ one: 1, none: undefined }))).toEqual(['one', 'none'])
})
