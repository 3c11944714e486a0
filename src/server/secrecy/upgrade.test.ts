import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_SECRET } from '../testing/store.ts'
import { databaseBefore, type DatabaseBefore } from '../testing/database-before.ts'
import { findPlainNumbers } from '../testing/plain-numbers.ts'
import { blind, unsealed } from '../testing/sealed.ts'
import { sealPlain } from './rotate.ts'

/* A database from before, with numbers in plain, is brought up to date by a start. */

const MOBILES = ['13811110001', '13811110002', '13811110003']
const IDENTITY = '11010519491231002X'
const CARD = '6222020011112222'
const [person, named, company, application, decided, card, draftFile, extraction] = Array.from({ length: 8 }, () =>
  randomUUID(),
) as [string, string, string, string, string, string, string, string]
const content = JSON.stringify({ companyType: 4, identityNumber: IDENTITY, contactMobile: MOBILES[0], workbenches: [] })

let database: DatabaseBefore
let owner: pg.Pool
beforeAll(async () => {
  database = await databaseBefore('0037-hall-marks')
  owner = database.owner
  await plant()
  await database.upgrade()
})
afterAll(() => database[Symbol.asyncDispose]())

/** The same thing at two tenants where it belongs to tenants. */
async function plant(): Promise<void> {
  const run = (text: string, values: unknown[] = []) => owner.query(text, values)
  for (const id of [1, 2]) await run(`insert into tenant (id, alias, name) values ($1, $2, '平台')`, [id, `t${id}`])
  await run(
    `insert into app_user (id, account, mobile, nickname, created_at) values ($1, $3, $3, '甲', now()), ($2, 'yi', $4, '乙', now())`,
    [person, named, MOBILES[0], MOBILES[1]],
  )
  await run(`insert into company (id, name, credit_code, company_type, created_at) values ($1, '李默', $2, 4, now())`, [
    company,
    IDENTITY,
  ])
  for (const tenant of [1, 2])
    await run(
      `insert into company_tenant (tenant_id, company_id, registration, created_at) values ($1, $2, $3, now())`,
      [tenant, company, content],
    )
  for (const [id, tenant, status] of [
    [application, 1, 0],
    [decided, 2, 1],
  ] as const)
    await run(
      `insert into company_audit (tenant_id, id, kind, status, company_type, name, credit_code, content, before, applied_by, applied_at)
       values ($2, $1, 1, $3, 4, '李默', $4, $5, $5, $6, now())`,
      [id, tenant, status, IDENTITY, content, person],
    )
  await run(
    `insert into bank_card (tenant_id, id, company_id, bank, account_name, account_no, expires_at, created_by, created_at)
     values (2, $1, $2, '银行', '李默', $3, now(), $4, now())`,
    [card, company, CARD, person],
  )
  await run(`insert into form_draft (tenant_id, user_id, key, body, saved_at) values (2, $1, 'k', $2, now())`, [
    person,
    JSON.stringify({ mobile: MOBILES[2], file: draftFile }),
  ])
  await run(
    `insert into idempotency (tenant_id, actor, key, call, body_hash, status, answer, created_at)
     values (2, 'a', 'k', 'POST /x', '', 200, $1, now()), (2, 'a', 'empty', 'POST /x', '', 200, null, now())`,
    [JSON.stringify({ account: MOBILES[2] })],
  )
  for (const account of [MOBILES[0], 'yi'])
    await run(
      `insert into login_log (tenant_id, id, account, ip, user_agent, outcome, at) values (2, gen_random_uuid(), $1, '', '', 'success', now())`,
      [account],
    )
  await run(`insert into login_guard (subject, failed_at) values ('account/?' || $1, now())`, [MOBILES[2]])
  await run(
    `insert into sms_code (id, mobile, ip, code_hash, sent_at, expires_at) values (gen_random_uuid(), $1, '', '', now(), now())`,
    [MOBILES[2]],
  )
  await run(
    `insert into channel_outbox (tenant_id, id, channel, recipient, subject, body, state, created_at)
     select 1, gen_random_uuid(), 'sms', $1, '', '通知', 'kept', now() from generate_series(1, 1201)`,
    [MOBILES[2]],
  )
  for (const mobile of MOBILES)
    await run(
      `insert into expert_application (tenant_id, id, kind, mobile, content, applied_by, applied_by_name, applied_at)
       values (2, gen_random_uuid(), 1, $1, '{}', $2, '甲', now())`,
      [mobile, person],
    )
  await run(
    `insert into expert_extraction (tenant_id, id, code, kind, title, company_id, workbench, mode, library, review_at, place, conditions,
       avoidance, seed_hash, salt_hash, created_by, created_by_name, created_at, updated_at, drawn_at, reply_minutes,
       is_secret, by_platform)
     values (2, $1, 'CQ', 3, '抽取', $2, 'purchaser', 1, 1, now(), '', '[]', $3, '', '', $4, '甲', now(), now(), now(), 60, false, false)`,
    [extraction, company, JSON.stringify({ people: [{ name: '乙', mobile: MOBILES[1] }] }), person],
  )
}

test('nothing readable is left, by the start itself, which may break off and be made again', async () => {
  const before = Object.keys(await findPlainNumbers(owner))
  expect(before).toEqual(expect.arrayContaining(['app_user.mobile', 'company.identity', 'company_audit.content']))
  // A start that is killed leaves the batches before it sealed, and the next goes on: here the last column is held.
  const hold = await owner.connect()
  await hold.query('begin')
  await hold.query('select from expert_extraction for update')
  const broken = sealPlain(database.url, TEST_SECRET).catch((error: unknown) => error)
  await expect.poll(() => plainIn('channel_outbox.recipient')).toBe(false)
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kaibiao-keys' and datname = current_database()`,
  )
  expect(await broken).toBeInstanceOf(Error)
  await hold.query('rollback')
  hold.release()
  expect(await plainIn('expert_extraction.avoidance')).toBe(true)
  await sealPlain(database.url, TEST_SECRET)
  expect(await findPlainNumbers(owner)).toEqual({})
  await sealPlain(database.url, TEST_SECRET)
})

test('everything is what it was, for whoever has the key', async () => {
  const one = async (text: string, values: unknown[]) => (await owner.query(text, values)).rows[0]
  const user = await one('select account, mobile, mobile_hash from app_user where id = $1', [person])
  expect([user.account, unsealed('app_user.mobile', person, user.mobile)]).toEqual([null, MOBILES[0]])
  expect(user.mobile_hash).toBe(blind('app_user.mobile', MOBILES[0]!))
  expect((await one('select account from app_user where id = $1', [named])).account).toBe('yi')
  const known = await one('select * from company where id = $1', [company])
  expect([known.credit_code, unsealed('company.identity', company, known.identity)]).toEqual(['', IDENTITY])
  const audit = await one('select * from company_audit where id = $1', [decided])
  for (const column of ['content', 'before'] as const)
    expect(JSON.parse(unsealed(`company_audit.${column}`, decided, audit[column]))).toEqual(JSON.parse(content))
  const draft = await one('select * from form_draft', [])
  expect(draft.files).toEqual([draftFile])
  expect(unsealed('form_draft.body', `2/${person}/k`, draft.body)).toContain(MOBILES[2])
  const here = await one('select registration from company_tenant where tenant_id = 2', [])
  expect(unsealed('company_tenant.registration', `2/${company}`, here.registration)).toContain(IDENTITY)
  const { rows } = await owner.query('select account from login_log order by account collate "C"')
  expect(rows.map((row) => row.account)).toEqual(['138****0001', 'yi'])
})

test('the database itself refuses a number in plain, and a start refuses another secret', async () => {
  await expect(owner.query('update app_user set mobile = $2 where id = $1', [person, MOBILES[0]])).rejects.toThrow(
    '_sealed',
  )
  await expect(sealPlain(database.url, 'another secret of thirty-two characters')).rejects.toThrow('KAIBIAO_SECRET')
})

async function plainIn(column: string): Promise<boolean> {
  const [table, name] = column.split('.')
  const { rowCount } = await owner.query(`select from ${table} where ${name} !~ '^v[0-9]+[.]' limit 1`)
  return rowCount! > 0
}
