import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { HttpError, type HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/attachments.ts'
import { docx, pdf, png, post, uploadByForm, zip } from './testing/files.ts'

let t: TestSystem
let buyer: HttpClient
let colleague: HttpClient
let stranger: HttpClient
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  colleague = await t.login('newbie', { workbench: 'purchaser' })
  stranger = await t.login('supplier1', { workbench: 'supplier' })
})

async function refusal(promise: Promise<unknown>): Promise<{ status: number; code: number; message: string }> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof HttpError)) throw new Error('was expected to be refused', { cause: error })
  return { status: error.status, code: error.body.code, message: error.body.message }
}

const policy = (client: HttpClient, body: { fileName: string; size?: number; groupId?: string }) =>
  client.call(c.attachmentPolicy, { body })

describe('uploading by form', () => {
  test('a file becomes an attachment of the company, known by its content', async () => {
    const content = await docx()
    const made = await uploadByForm(buyer, '合同.docx', content)
    expect(made).toMatchObject({
      name: '合同.docx',
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      groupId: null,
      isPublic: false,
      convertible: true,
      mayDelete: true,
    })
    expect(made.mime).toContain('wordprocessingml')
    const seen = await colleague.call(c.attachments, { query: { attachmentIds: made.attachmentId } })
    expect(seen).toEqual([{ ...made, mayDelete: false }])
    const { rows } = await t.owner.query("select body->>'summary' as s from audit_entry where body->>'entityId' = $1", [
      made.attachmentId,
    ])
    expect(rows).toEqual([{ s: '添加附件：合同.docx' }])
  })

  test('what the policy does not allow is not taken', async () => {
    expect((await buyer.refused(c.attachmentPolicy, { body: { fileName: 'a.pdf', size: 101 * 2 ** 20 } })).code).toBe(
      10014,
    )
    const { url, fields } = await policy(buyer, { fileName: 'a.pdf' })
    const form = { fields, name: 'a.pdf', content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
    expect(await refusal(post(buyer, url, form))).toMatchObject({ status: 400, code: 10015 })
    expect(await refusal(post(buyer, url, { ...form, content: Buffer.alloc(0) }))).toMatchObject({ status: 400 })
    expect(await refusal(post(buyer, url, { ...form, content: Buffer.from('MZ\x90\x00') }))).toMatchObject({
      code: 10015,
    })
  })

  test('the size is counted while it comes in: that of the policy, and that of the use', async () => {
    const picture = await png()
    const asked = await buyer.call(c.resourcePolicy, { body: { fileName: 'logo.png', size: picture.length - 1 } })
    expect(await refusal(post(buyer, asked.url, { ...asked, name: 'logo.png', content: picture }))).toMatchObject({
      status: 413,
      code: 10014,
    })
    const { url, fields, maxSize } = await buyer.call(c.resourcePolicy, { body: { fileName: 'logo.png' } })
    const content = Buffer.concat([picture, Buffer.alloc(maxSize)])
    expect(await refusal(post(buyer, url, { fields, name: 'logo.png', content }))).toMatchObject({
      status: 413,
      code: 10014,
    })
  })

  test('the policy suffices: its form needs no session and no token, and brings one file to who asked for it', async () => {
    const { url, fields } = await policy(buyer, { fileName: '凭证.pdf' })
    const send = (headers: Record<string, string>, content: Buffer) => {
      const form = new FormData()
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), '凭证.pdf')
      return fetch(t.base + url, { method: 'POST', body: form, headers })
    }
    const content = await pdf()
    const bare = await send({}, content)
    const made = (await bare.json()) as c.Attachment
    expect([bare.status, made.uploaderName]).toEqual([200, '张晓'])
    // A browser sends the cookie whether it is wanted or not; another person's changes nothing.
    const cookie = [...stranger.cookies].map(([k, v]) => `${k}=${v}`).join('; ')
    expect(await (await send({ cookie, origin: 'https://elsewhere.example' }, content)).json()).toEqual(made)
    expect((await send({}, await pdf(2))).status).toBe(422)
    expect(await buyer.call(c.attachments, { query: { attachmentIds: made.attachmentId } })).toHaveLength(1)
    expect(await stranger.call(c.attachments, { query: { attachmentIds: made.attachmentId } })).toEqual([])
  })

  test('a policy ends with the session it was made in', async () => {
    const leaving = await t.login('buyer', { workbench: 'purchaser' })
    const { url, fields } = await policy(leaving, { fileName: 'a.pdf' })
    await leaving.raw('POST', '/api/logout', {})
    expect(await refusal(post(t.client(), url, { fields, name: 'a.pdf', content: await pdf() }))).toMatchObject({
      status: 401,
    })
  })

  test('a policy that was altered, forged, turned to another use or has expired opens nothing', async () => {
    const { url, fields } = await policy(buyer, { fileName: 'a.pdf' })
    const content = await pdf()
    const form = { fields, name: 'a.pdf', content }
    const wide = JSON.parse(Buffer.from(fields.policy!, 'base64url').toString()) as Record<string, unknown>
    wide.maxSize = 2 ** 40
    const altered = Buffer.from(JSON.stringify(wide)).toString('base64url')
    const bads: Record<string, string>[] = [
      { ...fields, policy: altered },
      { ...fields, signature: '00'.repeat(32) },
      { ...fields, signature: 'zz' },
      { ...fields, signature: '' },
      { policy: '', signature: '' },
    ]
    for (const bad of bads)
      expect(await refusal(post(buyer, url, { ...form, fields: bad }))).toMatchObject({ code: 10023 })
    expect(await refusal(post(buyer, '/api/resources/upload', form))).toMatchObject({ status: 404 })
    await t.movableClock!.advance(10 * 60_000)
    expect(await refusal(post(buyer, url, form))).toMatchObject({ code: 10021, message: '上传凭证已过期，请重新上传' })
  })

  test('one policy is one attachment however often its form is posted; another file is refused', async () => {
    const { url, fields } = await policy(buyer, { fileName: 'once.pdf' })
    const [first, other] = [await pdf(1), await pdf(2)]
    const send = (name: string, content: Uint8Array) => {
      const form = new FormData()
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
      return buyer.raw('POST', url, form, { key: crypto.randomUUID() })
    }
    const made = await send('once.pdf', first)
    expect(await send('once.pdf', first)).toEqual(made)
    expect(await refusal(send('once.pdf', other))).toMatchObject({ status: 422, code: 10004 })
    expect(await refusal(send('twice.pdf', first))).toMatchObject({ status: 422, code: 10004 })
    const page = await buyer.call(c.attachmentPage, { query: { keyword: 'once' } })
    expect(page.total).toBe(1)
  })

  test('a name with a path in it is only a name', async () => {
    for (const [given, kept] of [
      ['../../../etc/passwd.pdf', /^[^/\\]*passwd\.pdf$/],
      ['..\\..\\a.pdf', /^[^/\\]*a\.pdf$/],
      ['.pdf', /pdf/],
      [`${'长'.repeat(300)}.pdf`, /^长+/],
    ] as const) {
      const { name } = await uploadByForm(buyer, given, await pdf())
      expect(name).toMatch(kept)
      expect(name).not.toMatch(/[/\\\0]|^\./)
    }
  })
})

test('a public picture is drawn anew, and everybody sees it; other attachments nobody', async () => {
  const { url, fields } = await buyer.call(c.resourcePolicy, { body: { fileName: 'logo.png' } })
  const content = Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>')])
  const made = (await post(buyer, url, { fields, name: 'logo.png', content })) as { attachmentId: string; url: string }
  const shown = await t.client().fetch('GET', made.url)
  expect(shown.headers.get('content-type')).toBe('image/jpeg')
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await shown.arrayBuffer()).includes('script')).toBe(false)
  const own = await uploadByForm(buyer, 'own.png', await png())
  expect((await t.client().refused(c.resourceContent, { params: { id: own.attachmentId } })).status).toBe(404)
  await buyer.call(c.deleteAttachment, { params: { id: made.attachmentId } })
  expect((await t.client().refused(c.resourceContent, { params: { id: made.attachmentId } })).status).toBe(404)
})

describe('addresses', () => {
  test('open a file once, within a minute, in this session, and that is remembered', async () => {
    const content = await pdf()
    const { attachmentId: id } = await uploadByForm(buyer, '一次.pdf', content)
    const params = { id }
    const { url } = await buyer.call(c.accessUrl, { params })
    const answer = await buyer.fetch('GET', url)
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    expect(await refusal(buyer.fetch('GET', url))).toMatchObject({ status: 401 })

    const late = await buyer.call(c.accessUrl, { params })
    await t.movableClock!.advance(61_000)
    expect(await refusal(buyer.fetch('GET', late.url))).toMatchObject({ status: 401 })

    const borrowed = await buyer.call(c.accessUrl, { params })
    expect(await refusal(stranger.fetch('GET', borrowed.url))).toMatchObject({ status: 401 })
    const moved = (await buyer.call(c.accessUrl, { params })).url.replace('/original', '/watermarked')
    expect(await refusal(buyer.fetch('GET', moved))).toMatchObject({ status: 401 })
    // Without a ticket the session alone opens nothing: an address that is kept is worth nothing.
    expect(await refusal(buyer.fetch('GET', url.replace(/\?.*/, '')))).toMatchObject({ status: 403 })

    const history = await colleague.call(c.downloadHistory, { body: { attachmentIds: [id] } })
    expect(history).toHaveLength(1)
    expect(history[0]).toMatchObject({ attachmentId: id, name: '一次.pdf', pattern: 'original' })
    const declared = await colleague.call(c.downloadHistory, { body: { attachmentIds: [id], declare: true } })
    expect(declared.map((entry) => entry.pattern)).toEqual(['declared', 'original'])
  })

  test('a ticket for a file that is gone since opens nothing', async () => {
    const { attachmentId: id } = await uploadByForm(buyer, '旧.pdf', await pdf())
    const { url } = await buyer.call(c.accessUrl, { params: { id } })
    await buyer.call(c.deleteAttachment, { params: { id } })
    expect(await refusal(buyer.fetch('GET', url))).toMatchObject({ status: 404 })
  })
})

test('every call denies an attachment of others, and everybody without a session', async () => {
  const { attachmentId: id } = await uploadByForm(buyer, '密.docx', await docx())
  const params = { id }
  const ids = { attachmentIds: [id] }
  const { client } = t
  for (const [who, status] of [
    [stranger, 404],
    [client(), 401],
  ] as const) {
    for (const refused of [
      who.refused(c.accessUrl, { params }),
      who.refused(c.deleteAttachment, { params }),
      who.refused(c.convertPdf, { params }),
      who.refused(c.convertResult, { params }),
      who.refused(c.downloadHistory, { body: ids }),
      ...(['original', 'pdf', 'thumbnail', 'watermarked'] as const).map((pattern) =>
        who.refused(c.previewUrl, { params: { id, pattern } }),
      ),
    ])
      expect((await refused).status).toBe(status)
  }
  expect(await stranger.call(c.attachments, { query: { attachmentIds: id } })).toEqual([])
  expect((await stranger.call(c.attachmentPage, { query: {} })).rows.some((row) => row.attachmentId === id)).toBe(false)
  for (const refused of [
    client().refused(c.attachments, { query: { attachmentIds: id } }),
    client().refused(c.attachmentPage, { query: {} }),
    client().refused(c.attachmentPolicy, { body: { fileName: 'a.pdf' } }),
    client().refused(c.resourcePolicy, { body: { fileName: 'a.png' } }),
  ])
    expect((await refused).status).toBe(401)
  const elsewhere = await t.login('bj-buyer', { tenantId: 3, workbench: 'purchaser' })
  expect((await elsewhere.refused(c.accessUrl, { params })).status).toBe(404)
})

test('who uploaded may delete, and the administrator; a colleague may not; twice is once', async () => {
  const own = await uploadByForm(colleague, '误传.pdf', await pdf())
  const params = { id: own.attachmentId }
  const agent = await uploadByForm(buyer, '他人.pdf', await pdf())
  expect((await colleague.refused(c.deleteAttachment, { params: { id: agent.attachmentId } })).status).toBe(403)
  await colleague.call(c.deleteAttachment, { params })
  expect((await colleague.refused(c.deleteAttachment, { params })).status).toBe(404)
  expect(await buyer.call(c.attachments, { query: { attachmentIds: own.attachmentId } })).toEqual([])
  const { rows } = await t.owner.query(
    "select 1 from audit_entry where body->>'action' = 'attachment.delete' and body->>'entityId' = $1",
    [own.attachmentId],
  )
  expect(rows).toHaveLength(1)
})

test('bad ids and pages get a clear answer', async () => {
  for (const refused of [
    buyer.refused(c.attachments, { query: { attachmentIds: 'x' } }),
    buyer.refused(c.attachments, { query: { attachmentIds: '' } }),
    buyer.refused(c.attachmentPage, { query: { cursor: "' or 1=1" } }),
  ])
    expect((await refused).status).toBe(400)
  expect((await buyer.refused(c.accessUrl, { params: { id: 'none' } })).status).toBe(404)
  const other = await uploadByForm(buyer, 'a.zip', await zip({ 'a.txt': 'x' }))
  expect((await buyer.refused(c.convertPdf, { params: { id: other.attachmentId } })).code).toBe(10015)
  expect((await buyer.refused(c.convertResult, { params: { id: other.attachmentId } })).code).toBe(10002)
})

test('pages follow one another', async () => {
  const loner = await t.login('supplier2', { workbench: 'supplier' })
  for (let i = 1; i <= 5; i++) await uploadByForm(loner, `第${i}份.pdf`, await pdf())
  const first = await loner.call(c.attachmentPage, { query: { pageSize: 3 } })
  const second = await loner.call(c.attachmentPage, { query: { pageSize: 3, cursor: first.next! } })
  expect([first.total, second.next]).toEqual([5, null])
  expect([...first.rows, ...second.rows].map((row) => row.name)).toEqual([5, 4, 3, 2, 1].map((i) => `第${i}份.pdf`))
})
