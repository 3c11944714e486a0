import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PEOPLE } from '#demo/people.ts'
import { FEATURES } from '../features.ts'
import type { HttpClient } from '../testing/http-client.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'
import { endOverdueUploads } from './admission.ts'
import { anybody, type UploadPolicies } from './policy.ts'

/* What an upload needs before its first byte: the right of its use, a quota with room, a disk with room. */

const few = { bytes: 10_000, files: 5 }
const many = { bytes: 1_000_000, files: 100 }
const base = { maxSize: 8000, types: ['cipher'], entitled: anybody }
const uploads: UploadPolicies = {
  few: { ...base, person: few, company: many },
  shared: { ...base, person: many, company: few },
  tenders: { ...base, person: few, company: many, entitled: () => 2 },
  closed: { ...base, person: many, company: many, entitled: () => '您没有正在投标的项目' },
  brief: { ...base, person: few, company: many, unfinishedMs: 400 },
  bid: { ...base, person: many, company: many, usesReserve: true },
  form: { ...base, person: many, company: many, byFormOnly: true },
}
const probe = { name: 'probe', routes: [], uploads }
const tus = { 'tus-resumable': '1.0.0' }

/** Begins an upload; gives its address. */
async function begin(client: HttpClient, use: string, length: string | null): Promise<string> {
  const created = await client.fetch('POST', '/api/files/tus', undefined, {
    headers: {
      ...tus,
      ...(length === null ? { 'upload-defer-length': '1' } : { 'upload-length': length }),
      'upload-metadata': `use ${Buffer.from(use).toString('base64')},expiresAt ${Buffer.from('2999-01-01').toString('base64')}`,
    },
  })
  return created.headers.get('location')!
}
const send = (client: HttpClient, path: string, bytes: number) =>
  client.fetch('PATCH', path, Buffer.alloc(bytes, 1), {
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  })
const outcome = (all: PromiseSettledResult<unknown>[]) => ({
  let: all.filter((one) => one.status === 'fulfilled').length,
  codes: [...new Set(all.flatMap((one) => (one.status === 'rejected' ? [one.reason.body?.code] : [])))],
})

describe('quotas', () => {
  let t: TestSystem
  let one: HttpClient
  beforeAll(async () => {
    t = await testSystem({ from: 'people', features: [...FEATURES, probe] })
    one = await t.login('supplier1')
  })
  beforeEach(async () => {
    await t.owner.query(`delete from upload_pending`)
    await t.owner.query(`delete from file_object where use = any($1)`, [Object.keys(uploads)])
  })

  test('hold for many that begin at once, by number and by size', async () => {
    const small = Array.from({ length: 12 }, () => begin(one, 'few', '10'))
    expect(outcome(await Promise.allSettled(small))).toEqual({ let: few.files, codes: [10040] })
    await t.owner.query(`delete from upload_pending`)
    const large = Array.from({ length: 4 }, () => begin(one, 'few', '4000'))
    expect(outcome(await Promise.allSettled(large))).toEqual({ let: 2, codes: [10040] })
  })

  test('count what is stored and what is under way alike, of this use only; what is dropped counts no more', async () => {
    for (let i = 0; i < 3; i++) await one.upload('few', 'a.bin', Buffer.from([i]))
    const path = await begin(one, 'few', '10')
    await begin(one, 'few', '10')
    await expect(begin(one, 'few', '10')).rejects.toMatchObject({
      status: 429,
      body: { code: 10040, message: '您近 30 天上传的此类文件已达上限（5 个，共 0 MB）' },
    })
    await begin(one, 'shared', '10')
    await one.fetch('DELETE', path, undefined, { headers: tus })
    await expect.poll(() => begin(one, 'few', '10').catch(() => null)).not.toBeNull()
  })

  test('do not count a form whose sender left while it was let in', async () => {
    const lock = await t.owner.connect()
    await lock.query('begin; lock table upload_pending in share mode')
    const stop = new AbortController()
    const page = { content: '<p>一页</p>' }
    const asked = one.fetch('POST', '/api/attachment-tools/html-to-pdf', page, { signal: stop.signal })
    asked.catch(() => undefined)
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await t.owner.query(waits)).rowCount).toBe(1)
    stop.abort()
    await expect(asked).rejects.toThrow('aborted')
    await lock.query('rollback')
    lock.release()
    const made = `select 1 from file_object where use = 'attachment'`
    await expect.poll(async () => (await t.owner.query(made)).rowCount).toBe(1)
    expect((await t.owner.query('select use from upload_pending')).rows).toEqual([])
  })

  test('of a company are shared by its people, and grow with what it may upload for', async () => {
    await t.owner.query(
      `update employee set company_id = (select company_id from employee where user_id = $1 limit 1)
      where user_id = $2`,
      [PEOPLE.supplier1.id, PEOPLE.supplier2.id],
    )
    const two = await t.login('supplier2')
    const both = [one, two].flatMap((client) => Array.from({ length: 4 }, () => begin(client, 'shared', '10')))
    expect(outcome(await Promise.allSettled(both))).toEqual({ let: few.files, codes: [10040] })
    await expect(begin(two, 'shared', '10')).rejects.toMatchObject({ message: expect.stringContaining('本企业') })
    const tenders = Array.from({ length: 12 }, () => begin(one, 'tenders', '10'))
    expect(outcome(await Promise.allSettled(tenders))).toEqual({ let: 2 * few.files, codes: [10040] })
  })

  test('nobody begins without the right of the use, without a length, with nothing, or what only forms bring', async () => {
    await expect(begin(one, 'closed', '10')).rejects.toMatchObject({
      status: 403,
      body: { code: 403, message: '您没有正在投标的项目' },
    })
    await expect(begin(one, 'few', null)).rejects.toMatchObject({ status: 413 })
    await expect(begin(one, 'few', '0')).rejects.toMatchObject({ body: { message: '文件是空的' } })
    await expect(begin(one, 'few', '9e15')).rejects.toMatchObject({ status: 400 })
    await expect(begin(one, 'form', '10')).rejects.toMatchObject({ status: 400 })
    const path = await begin(one, 'few', '10')
    await expect(send(one, path, 5000)).rejects.toMatchObject({ status: 413 })
    const { rows } = await t.owner.query('select 1 from upload_pending')
    expect(rows).toHaveLength(1)
  })

  test('an upload that is not finished in its time ends, whatever the sender says of it, and leaves nothing', async () => {
    const path = await begin(one, 'brief', '10')
    const id = path.split('/').at(-1)!
    await new Promise((resolve) => setTimeout(resolve, 500))
    await expect(send(one, path, 10)).rejects.toMatchObject({ status: 404 })
    const there = () => readdirSync(join(t.config.dataDir, 'files/uploads')).filter((name) => name.startsWith(id))
    expect(there()).toHaveLength(2)
    const going = await begin(one, 'few', '10')
    await endOverdueUploads(t.kernel)
    expect(there()).toHaveLength(0)
    const { rows } = await t.owner.query<{ use: string }>('select use from upload_pending')
    expect(rows).toEqual([{ use: 'few' }])
    expect((await send(one, going, 10)).status).toBe(204)
  })
})

describe('a disk on which nothing but the reserve is left', () => {
  let t: TestSystem
  beforeAll(async () => {
    t = await testSystem({ from: 'people', features: [...FEATURES, probe], env: { BID_RESERVE_GIB: '1000000' } })
  })

  test('takes bids and the records of the procedure, and nothing else', async () => {
    const supplier = await t.login('supplier1')
    await expect(begin(supplier, 'few', '10')).rejects.toMatchObject({
      status: 503,
      body: { code: 10041, message: '存储空间不足，剩余空间留给投标文件使用，请稍后重试或联系平台管理员' },
    })
    expect((await supplier.upload('bid', 'a.bin', Buffer.from('sealed'))).fileId).toBeTruthy()
    const { files } = t.kernel
    expect((await files.put(Buffer.from('an opening record'))).size).toBe(17)
    await expect(files.put(Buffer.from('an archive'), { keepReserve: true })).rejects.toMatchObject({ code: 10041 })
    // What was refused counts nowhere.
    const { rows } = await t.owner.query('select 1 from upload_pending')
    expect(rows).toHaveLength(0)
  })

  test('says so to whoever watches', async () => {
    expect(await t.client().raw('GET', '/api/ready')).toEqual({ ready: true, storage: 'bids' })
    const text = await (await t.client().fetch('GET', '/api/metrics')).text()
    expect(text).toMatch(/^kaibiao_files_reserve_bytes 1073741824000000$/m)
    expect(text).toMatch(/^kaibiao_files_free_bytes [1-9]/m)
  })
})
