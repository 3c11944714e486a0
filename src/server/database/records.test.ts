import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { type Context, inContext } from '../context.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'
import { NULL } from './records.ts'

/* Timers stand for all tables of tenants: key, kind, due_at, payload, fired_at. */

let t: TestSystem

beforeAll(async () => void (t = await testSystem({ from: 'people' })))

const within = <T>(tenantId: number, work: (ctx: Context<null>) => Promise<T>) =>
  inContext(t.kernel, { tenantId, actor: null }, work)

function timer(key: string, at = '2030-01-01T00:00:00Z') {
  return { key, kind: 'records.test', dueAt: new Date(at), payload: '{"due_at":1}' }
}

describe('records by equality', () => {
  test('are written, asked for, changed and removed within the tenant of the context', async () => {
    const kind = newId()
    const own = (key: string) => ({ ...timer(key), kind })
    await within(1, (ctx) => ctx.insert('timer', [own('b'), { ...own('a'), firedAt: new Date(0) }]))
    await within(2, (ctx) => ctx.insert('timer', own('a')))
    await within(1, async (ctx) => {
      expect(await ctx.many('timer', { kind }, { columns: ['key'], orderBy: ['key'] })).toEqual([
        { key: 'a' },
        { key: 'b' },
      ])
      expect(await ctx.many('timer', { kind }, { columns: ['key'], orderBy: ['key desc'], limit: 1 })).toEqual([
        { key: 'b' },
      ])
      expect(await ctx.many('timer', { kind, firedAt: NULL }, { columns: ['key'] })).toEqual([{ key: 'b' }])
      expect(await ctx.many('timer', { kind, key: ['a', 'c'] }, { columns: ['key'], lock: 'update' })).toEqual([
        { key: 'a' },
      ])
      expect(await ctx.many('timer', { kind, key: [] })).toEqual([])
      expect(await ctx.one('timer', { kind, key: 'b' })).toEqual({
        tenantId: 1,
        ...own('b'),
        payload: { due_at: 1 },
        firedAt: null,
      })
      expect(await ctx.one('timer', { kind, key: 'c' })).toBeUndefined()
      await expect(ctx.expectOne('timer', { kind, key: 'c' })).rejects.toThrow('no timer where kind, key')
      expect(await ctx.update('timer', { kind, key: 'b' }, { firedAt: new Date(5), payload: undefined })).toBe(1)
      expect(await ctx.update('timer', { kind, key: 'b' }, { payload: undefined })).toBe(0)
      expect(await ctx.one('timer', { key: 'b' }, { columns: ['firedAt'] })).toEqual({ firedAt: new Date(5) })
      expect(await ctx.remove('timer', { kind })).toBe(2)
    })
    expect(await within(2, (ctx) => ctx.many('timer', { kind }, { columns: ['tenantId', 'key'] }))).toEqual([
      { tenantId: 2, key: 'a' },
    ])
  })

  test('are of the context’s tenant, whatever tenant a row that is passed on names', async () => {
    const row = { ...timer(newId()), tenantId: 2 }
    await within(1, (ctx) => ctx.insert('timer', row))
    expect(await within(1, (ctx) => ctx.one('timer', { key: row.key }, { columns: ['tenantId'] }))).toEqual({
      tenantId: 1,
    })
  })

  test('of the platform have no tenant', async () => {
    const found = await within(2, (ctx) => ctx.one('tenant', { id: 1 }, { columns: ['id'] }))
    expect(found).toEqual({ id: 1 })
  })

  test('a value that is missing is refused: it would ask for all, or for those without', async () => {
    const missing = { key: null } as unknown as { key: string }
    const nothing = { key: undefined } as unknown as { key: string }
    await within(1, async (ctx) => {
      await expect(ctx.many('timer', missing)).rejects.toThrow('timer was asked for by a key that is not there')
      await expect(ctx.remove('timer', nothing)).rejects.toThrow('not there')
      await expect(ctx.remove('timer', {})).rejects.toThrow('every record of timer was asked for')
      await ctx.insert('timer', [])
    })
  })

  test('rows of different shape go in one statement; what a row leaves out is the column’s default', async () => {
    const [one, two] = [newId(), newId()]
    await within(1, (ctx) => ctx.insert('timer', [{ ...timer(one), firedAt: new Date(7) }, timer(two)]))
    const rows = await within(1, (ctx) =>
      ctx.many('timer', { key: [one, two] }, { columns: ['firedAt'], orderBy: ['firedAt'] }),
    )
    expect(rows).toEqual([{ firedAt: new Date(7) }, { firedAt: null }])
  })
})
