import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { NamedRound } from '#contract/draw.ts'
import { sourceOf } from '#contract/draw-calls.ts'
import { roundFor, steppedProblems } from '#contract/draw-steps.ts'
import * as c from '#features/experts/contract-extraction.ts'
import { drawParts } from '#features/experts/rules/draw.ts'
import { importPeople, termsOf } from '#features/experts/server/testing/expert-world.ts'
import { systemClock } from '#server/clock.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { type KillableServer, killableServer } from '#server/testing/killable.ts'
import { PATIENT } from '#server/testing/patience.ts'

/* A draw whose process dies between the closing and the naming of its round, and what the database keeps of it. */

let server: KillableServer
let extractionId: string
beforeAll(async () => {
  server = await killableServer()
  const t = { owner: server.owner, kernel: { clock: systemClock } } as never
  const people = Array.from({ length: 4 }, (_, i) => ({
    name: `规划${String(i + 1)}`,
    mobile: `1391111000${String(i)}`,
    majors: '城乡规划',
  }))
  await importPeople({ t }, await server.login('admin', 'admin'), people)
  const buyer = await server.login('buyer', 'purchaser')
  ;({ extractionId } = await buyer.call(c.createExtraction, { body: termsOf({ t }) }))
})
afterAll(() => server.stop())

const rowOf = async () => {
  const { rows } = await server.owner.query<{
    closed_at: Date | null
    named: NamedRound | null
    drawn_at: Date | null
  }>(`select closed_at, named, drawn_at from draw where id = $1`, [extractionId])
  return rows[0]!
}

const proof = (buyer: HttpClient) => buyer.call(c.drawProof, { params: { extractionId } })
const heads = async () => (await server.owner.query(`select size from bid_checkpoint`)).rows.length

test('closed and not named, it goes on after the restart by the first head that holds the closing', async () => {
  const buyer = await server.login('buyer', 'purchaser')
  const before = await heads()
  const block = await server.owner.connect()
  await block.query('begin; lock table bid_checkpoint in exclusive mode')
  await buyer.call(c.drawExtraction, { params: { extractionId } })
  await server.wantsToWrite('bid_checkpoint')
  await server.kill()
  await block.query('rollback')
  block.release()
  expect(await rowOf()).toMatchObject({ closed_at: expect.any(Date), named: null, drawn_at: null })
  expect(await heads()).toBe(before)

  await server.start()
  await vi.waitFor(async () => expect((await rowOf()).drawn_at).not.toBeNull(), PATIENT)
  const { rows, steps } = await proof(await server.login('buyer', 'purchaser'))
  const { frozen, named } = steps!
  const result = rows.flatMap(({ rowNo, tokens }) => tokens.map((value) => ({ label: String(rowNo), value })))
  expect(steppedProblems({ parts: drawParts(rows), source: sourceOf(steps!)!, result })).toEqual([])
  expect(named!.round).toBe(roundFor(frozen!.beacon!, frozen!.lead, named!.at))
  const first = await server.owner.query<{ note: string; at: Date }>(
    `select c.note, c.at from bid_checkpoint c where c.size > (
       select min(l.idx) from log_leaf l join log_record r on r.tenant_id = l.tenant_id and r.id = l.record_id
       where r.hash = decode($1, 'hex'))
     order by c.size, c.at limit 1`,
    [named!.closed],
  )
  expect(first.rows).toEqual([{ note: named!.head, at: new Date(named!.at) }])
})

test('the database keeps what names the round, and makes no draw without it', async () => {
  const of = `where id = '${extractionId}'`
  for (const set of [
    `named = jsonb_set(named, '{round}', '1')`,
    `named_hash = sha256('x')`,
    `named_at = now()`,
    `due_at = due_at + interval '3 seconds'`,
    `named = null, named_hash = null, named_at = null`,
  ])
    await expect(server.owner.query(`update draw set ${set} ${of}`)).rejects.toMatchObject({ code: 'KB002' })
  const copy = (change: string) =>
    server.owner.query(
      `insert into draw select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()) || $1)).* from draw d ${of}`,
      [change],
    )
  const unnamed = { named: null, named_hash: null, named_at: null }
  // A result without a round; a round beside one that the closing names; a round and no time of it.
  for (const change of [unnamed, { ...unnamed, named: {} }, { due_at: null }])
    await expect(copy(JSON.stringify(change))).rejects.toMatchObject({ code: '23514' })
  const { rows } = await server.owner.query<{ closed: object }>(`select closed from draw ${of}`)
  await expect(copy(JSON.stringify({ closed: { ...rows[0]!.closed, round: 7 } }))).rejects.toMatchObject({
    code: '23514',
  })
})
