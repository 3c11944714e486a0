import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { FEATURES } from '../features.ts'
import { type EachOutcome, implementEach } from '../implement.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'

const many = endpoint({
  method: 'POST',
  path: '/probe/each',
  summary: 'Counts by record',
  body: z.object({ records: z.array(z.string()), word: z.string().default('') }),
  returns: z.object({ rows: z.array(z.unknown()) }),
})

/** How often the work was done, by record. */
const runs = new Map<string, number>()
let fails: string[] = []
let system: TestSystem

beforeAll(async () => {
  const probe = {
    name: 'probe',
    routes: [
      implementEach(
        many,
        {},
        {
          recordsOf: ({ body }) => body.records,
          before: async (_ctx, { body }) => {
            if (body.word === 'nobody') throw new AppError('notFound')
          },
          act: async (ctx, _input, record) => {
            ctx.audit({ action: 'probe.each', entity: 'file', entityId: record, summary: record })
            if (fails.includes(record))
              throw record === 'broken' ? new Error('secret') : new AppError('wrongState', '不行')
            runs.set(record, (runs.get(record) ?? 0) + 1)
            return { n: runs.get(record) }
          },
          tell: (outcomes: readonly EachOutcome<{ n: number | undefined }>[]) => ({ rows: [...outcomes] }),
        },
      ),
    ],
  }
  system = await testSystem({ from: 'people', features: [...FEATURES, probe] })
})

const done = (record: string, n: number) => ({ record, isDone: true, answer: { n } })

test('a record that is refused, or fails, leaves the others alone, and is tried again with the same key', async () => {
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  fails = ['b', 'broken']
  const body = { records: ['a', 'b', 'broken', 'c', 'a'] }
  const first = await buyer.call(many, { body }, { key: 'each-1' })
  expect(first.rows).toMatchObject([
    done('a', 1),
    { record: 'b', isDone: false, code: 10002, reason: '不行' },
    { record: 'broken', isDone: false, code: 500, reason: '服务器错误，请稍后重试' },
    done('c', 1),
  ])
  fails = []
  const again = await buyer.call(many, { body }, { key: 'each-1' })
  expect(again.rows).toEqual([done('a', 1), done('b', 1), done('broken', 1), done('c', 1)])
  const last = await buyer.fetch('POST', '/api/probe/each', body, { key: 'each-1' })
  expect(last.headers.get('idempotent-replay')).toBe('true')
  expect(Object.fromEntries(runs)).toEqual({ a: 1, b: 1, broken: 1, c: 1 })
})

test('a key stands for one content, and for one person', async () => {
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  expect(await buyer.refused(many, { body: { records: ['z'] } }, { key: 'each-1' })).toMatchObject({ code: 10004 })
  const supplier = await system.login('supplier1', { workbench: 'supplier' })
  expect(await supplier.call(many, { body: { records: ['a'] } }, { key: 'each-1' })).toEqual({ rows: [done('a', 2)] })
})

test('what is refused before the first record does nothing', async () => {
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  expect(await buyer.refused(many, { body: { records: ['q'], word: 'nobody' } })).toMatchObject({ status: 404 })
  expect(runs.has('q')).toBe(false)
})
