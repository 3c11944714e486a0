import { beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from './features.ts'
import { findAlterations } from './integrity.ts'
import { testSystem, type TestSystem } from './testing/test-system.ts'

let t: TestSystem
const look = () => findAlterations(t.kernel, { ownerUrl: t.ownerUrl, features: FEATURES })

beforeAll(async () => {
  t = await testSystem({ from: 'published' })
})

/** Changes what nobody may change, as somebody with the database's highest right could. */
async function force(table: string, statement: string): Promise<void> {
  await t.owner.query(
    `alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`,
  )
}

describe('the integrity check', () => {
  test('finds nothing in what was left alone', async () => {
    expect(await look()).toEqual([])
  })

  test('names a notice whose text was changed', async () => {
    const { rows } = await t.owner.query<{ code: string; title: string }>('select code, title from notice')
    const { code, title } = rows[0]!
    await force('notice', `update notice set title = title || '。' where code = '${code}'`)
    expect(await look()).toMatchObject([{ tenantId: 1, what: 'notice', id: code }])
    await force('notice', `update notice set title = '${title}' where code = '${code}'`)
    expect(await look()).toEqual([])
  })

  test('names a notice whose hash was changed along with it', async () => {
    await force('notice', `update notice set title = 'x', content_hash = sha256('x')`)
    expect((await look()).map((f) => f.what)).toEqual(['notice'])
  })

  test('names the first altered audit record', async () => {
    await force(
      'audit_record',
      `update audit_record set body = body || '{"summary": "nothing"}' where seq = 2 and tenant_id = 1`,
    )
    expect((await look()).filter((f) => f.what === 'audit')).toMatchObject([{ tenantId: 1, id: '2' }])
  })
})
