import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { implement } from '../implement.ts'
import { FEATURES } from '../features.ts'
import type { HttpClient } from '../testing/http-client.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'

const look = endpoint({
  method: 'GET',
  path: '/probe/look',
  summary: 'Reads tables, more of them when asked to',
  query: z.object({ far: z.string().optional() }),
})
const change = endpoint({
  method: 'POST',
  path: '/probe/change',
  summary: 'Writes a table, with a fact of it',
  body: z.object({ word: z.string(), isRefused: z.boolean().optional() }),
})
const beat = endpoint({ ...change, path: '/probe/beat', apart: 'comes every second' })
const ask = endpoint({ method: 'POST', once: false, path: '/probe/ask', summary: 'Reads by a body' })

let system: TestSystem
let buyer: HttpClient
beforeAll(async () => {
  const OPEN = { readOnly: false }
  const write = implement(change, OPEN, async (ctx, { body }) => {
    await ctx.update('company', { id: ctx.actor.companyId }, { legalPerson: body.word })
    await sql`select count(*) from role`.execute(ctx.tx)
    ctx.audit({ action: 'probe', entity: 'company', entityId: ctx.actor.companyId, summary: body.word })
    if (body.isRefused) throw new AppError('wrongState')
  })
  const probe = {
    name: 'probe',
    routes: [
      implement(look, {}, async (ctx, { query }) => {
        // In one round trip with the other, and by a statement of its own.
        await Promise.all([
          ctx.tx.selectFrom('department').select('id').execute(),
          ctx.run([{ text: 'select 1 from trade' }]),
        ])
        if (query.far)
          await ctx.tx
            .selectFrom('talk')
            .innerJoin('purchase_order', 'purchase_order.id', 'talk.orderId')
            .select('talk.id')
            .execute()
      }),
      write,
      implement(beat, OPEN, write.handler as never),
      implement(ask, OPEN, async (ctx) => {
        await ctx.tx.selectFrom('bond').selectAll().execute()
        ctx.audit({ action: 'probe', entity: 'bond', entityId: ctx.actor.companyId, summary: 'asked' })
      }),
    ],
  }
  system = await testSystem({ from: 'people', features: [...FEATURES, probe] })
  buyer = await system.login('buyer', { workbench: 'purchaser' })
})

const headers = async (method: string, path: string, body?: object, key?: string) => {
  const answer = await buyer.fetch(method, `/api/probe/${path}`, body, key === undefined ? {} : { key })
  return { reads: answer.headers.get('x-reads'), changed: answer.headers.get('x-changed') }
}

test('a reading call names all kinds that any request of it has read, whoever asks', async () => {
  expect(await headers('GET', 'look')).toEqual({ reads: 'department,trade', changed: null })
  await headers('GET', 'look?far=1')
  expect(await headers('GET', 'look')).toEqual({ reads: 'department,trade,order,talk', changed: null })
  expect(await headers('POST', 'ask', {})).toEqual({ reads: 'bond', changed: 'audit' })
})

test('an act names what it writes and what is written with its commit, and not what it only reads', async () => {
  expect(await headers('POST', 'change', { word: 'a' })).toEqual({ reads: null, changed: 'company,audit' })
})

test('an act that is answered again may have changed anything; one that is refused, or stands apart, says nothing', async () => {
  await headers('POST', 'change', { word: 'b' }, 'k-1')
  expect(await headers('POST', 'change', { word: 'b' }, 'k-1')).toMatchObject({ changed: '*' })
  const refusal = await fetch(`${system.base}/api/probe/change`, { method: 'POST' })
  expect(refusal.headers.get('x-changed')).toBeNull()
  expect(await buyer.refused(change, { body: { word: 'c', isRefused: true } })).toMatchObject({ code: 10002 })
  expect(await headers('POST', 'beat', { word: 'd' })).toEqual({ reads: null, changed: null })
})
