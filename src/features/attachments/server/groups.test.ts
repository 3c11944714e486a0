import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { PEOPLE } from '#demo/people.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { attachmentPage, attachmentPolicy, deleteAttachment } from '../contract/attachments.ts'
import * as c from '../contract/groups.ts'
import { pdf, post, uploadByForm } from './testing/files.ts'

let t: TestSystem
let admin: HttpClient
let buyer: HttpClient
let colleague: HttpClient
let stranger: HttpClient
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  admin = await t.login('buyer', { workbench: 'purchaser' })
  buyer = await t.login('buyer2', { workbench: 'purchaser' })
  colleague = await t.login('newbie', { workbench: 'purchaser' })
  stranger = await t.login('supplier1', { workbench: 'supplier' })
})

const make = (client: HttpClient, name: string, attachmentIds: string[] = []) =>
  client.call(c.createGroup, { body: { name, attachmentIds } }).then((made) => made.groupId)
const upload = async (client: HttpClient, name: string) => (await uploadByForm(client, name, await pdf(1))).attachmentId
const group = async (client: HttpClient, id: string) =>
  (await client.call(c.groupPage, { query: { pageSize: 100 } })).rows.find((row) => row.groupId === id)
const inGroup = async (id: string) => {
  const { rows } = await buyer.call(attachmentPage, { query: { groupId: id, pageSize: 100 } })
  return rows.map((row) => row.name).toSorted()
}

test('groups hold own attachments; those of others do not exist', async () => {
  const single = await uploadByForm(buyer, '单.pdf', await pdf())
  const groupId = await make(buyer, '来函', [single.attachmentId])
  const second = await uploadByForm(colleague, '二.pdf', { content: await pdf(), groupId })
  expect(second).toMatchObject({ groupId, groupName: '来函' })
  const found = await buyer.call(c.groupAttachments, { params: { id: groupId } })
  expect(found.map((a) => a.attachmentId).toSorted()).toEqual([single.attachmentId, second.attachmentId].toSorted())
  const several = { query: { groupIds: groupId } }
  expect((await buyer.call(c.groupsAttachments, several))[0]).toMatchObject({ groupId, name: '来函' })
  expect(await stranger.call(c.groupsAttachments, several)).toEqual([])
  expect(await group(stranger, groupId)).toBeUndefined()
  expect((await stranger.call(attachmentPage, { query: { groupId } })).rows).toEqual([])
  const params = { id: groupId }
  const foreign = await upload(stranger, '别家.pdf')
  for (const call of [
    buyer.refused(c.createGroup, { body: { attachmentIds: [single.attachmentId] } }),
    buyer.refused(c.moveAttachments, { body: { groupId, attachmentIds: [single.attachmentId, foreign] } }),
    stranger.refused(c.groupAttachments, { params }),
    stranger.refused(c.renameGroup, { params, body: { name: '我的' } }),
    stranger.refused(c.deleteGroup, { params }),
    stranger.refused(c.moveAttachments, { body: { groupId, attachmentIds: [foreign] } }),
    stranger.refused(c.moveAttachments, { body: { groupId: null, attachmentIds: [single.attachmentId] } }),
    stranger.refused(attachmentPolicy, { body: { fileName: 'a.pdf', groupId } }),
    stranger.refused(c.createGroup, { body: { attachmentIds: [second.attachmentId] } }),
  ])
    expect((await call).status).toBe(404)
  const nobody = t.client()
  for (const call of [
    nobody.refused(c.createGroup, { body: {} }),
    nobody.refused(c.groupPage, { query: {} }),
    nobody.refused(c.deleteGroup, { params }),
  ])
    expect((await call).status).toBe(401)
})

describe('the list of groups', () => {
  test('tells how much is in each, newest first, without what was deleted', async () => {
    const gone = await upload(buyer, '删去.pdf')
    const kept = await uploadByForm(buyer, '留下.pdf', await pdf(2))
    const empty = await make(colleague, '空组_100%')
    const full = await make(buyer, '验收', [gone, kept.attachmentId])
    await buyer.call(deleteAttachment, { params: { id: gone } })
    const { rows } = await buyer.call(c.groupPage, { query: {} })
    expect(rows.slice(0, 2)).toMatchObject([
      { groupId: full, name: '验收', count: 1, size: kept.size, makerName: PEOPLE.buyer2.name, mayChange: true },
      { groupId: empty, name: '空组_100%', count: 0, size: 0, mayChange: false },
    ])
    const found = await buyer.call(c.groupPage, { query: { keyword: '组_1' } })
    expect([found.total, found.rows[0]?.groupId]).toEqual([1, empty])
    const first = await buyer.call(c.groupPage, { query: { pageSize: 1 } })
    const second = await buyer.call(c.groupPage, { query: { pageSize: 1, cursor: first.next! } })
    expect([first.rows[0]!.groupId, second.rows[0]!.groupId]).toEqual([full, empty])
    expect((await buyer.refused(c.groupPage, { query: { cursor: 'x' } })).status).toBe(400)
  })
})

test('attachments move from group to group and out of them, for colleagues too', async () => {
  const ids = [await upload(buyer, '甲.pdf'), await upload(buyer, '乙.pdf')]
  const [from, to] = [await make(buyer, '从', ids), await make(buyer, '到')]
  await colleague.call(c.moveAttachments, { body: { groupId: to, attachmentIds: [ids[0]!] } })
  expect([await inGroup(from), await inGroup(to)]).toEqual([['乙.pdf'], ['甲.pdf']])
  // Once more changes nothing, and is not recorded again.
  await colleague.call(c.moveAttachments, { body: { groupId: to, attachmentIds: [ids[0]!, ids[0]!] } })
  await buyer.call(c.moveAttachments, { body: { groupId: null, attachmentIds: ids } })
  expect([await inGroup(from), await inGroup(to)]).toEqual([[], []])
  expect(await inGroup('none')).toEqual(expect.arrayContaining(['甲.pdf', '乙.pdf']))
  const { rows } = await t.owner.query(
    "select 1 from audit_entry where body->>'summary' like '移入分组%' and body->>'entityId' = $1",
    [to],
  )
  expect(rows).toHaveLength(1)
  expect((await buyer.refused(c.moveAttachments, { body: { groupId: to, attachmentIds: [] } })).status).toBe(400)
  expect((await buyer.refused(c.moveAttachments, { body: { groupId: newId(), attachmentIds: ids } })).status).toBe(404)
})

test('who made a group and the administrator rename and dissolve it; the attachments stay', async () => {
  const file = await upload(buyer, '留存.pdf')
  const id = await make(buyer, '旧名', [file])
  const params = { id }
  expect((await colleague.refused(c.renameGroup, { params, body: { name: '改' } })).status).toBe(403)
  expect((await colleague.refused(c.deleteGroup, { params })).status).toBe(403)
  expect((await buyer.refused(c.renameGroup, { params, body: { name: '  ' } })).status).toBe(400)
  await admin.call(c.renameGroup, { params, body: { name: '新名' } })
  expect(await group(colleague, id)).toMatchObject({ name: '新名', count: 1 })
  const { url, fields } = await buyer.call(attachmentPolicy, { body: { fileName: 'a.pdf', groupId: id } })
  await buyer.call(c.deleteGroup, { params })
  // A permission given for the group before it was dissolved is worth nothing.
  await expect(post(buyer, url, { fields, name: 'a.pdf', content: await pdf(1) })).rejects.toMatchObject({
    status: 404,
  })
  expect((await buyer.refused(c.deleteGroup, { params })).status).toBe(404)
  expect(await inGroup('none')).toContain('留存.pdf')
})

test('a group that is dissolved while something is put in leaves nothing behind', async () => {
  const file = await upload(buyer, '同时.pdf')
  const id = await make(buyer, '同时')
  const put = buyer.call(c.moveAttachments, { body: { groupId: id, attachmentIds: [file] } }).then(
    () => 200,
    () => 404,
  )
  const gone = buyer.call(c.deleteGroup, { params: { id } })
  const [status] = await Promise.all([put, gone])
  expect([200, 404]).toContain(status)
  expect(await group(buyer, id)).toBeUndefined()
  expect(await inGroup('none')).toContain('同时.pdf')
})
