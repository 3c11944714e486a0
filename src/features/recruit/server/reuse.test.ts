import { expect, test } from 'vitest'
import { keptDocuments, reuseDocument } from '#features/procurement/contract/supplier.ts'
import { join, publish } from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as own from '../contract/supplier.ts'
import { PDF, recruitWorld } from './testing/world.ts'

test('what was handed in with a sign-up is taken over into an application, by its company alone', async () => {
  const w = await recruitWorld()
  const { t, buyer, suppliers } = w
  const [first, second] = suppliers as [HttpClient, HttpClient]
  const tender = await publish({ t, buyer, suppliers })
  await join({ t, buyer, suppliers }, tender.orderId, { supplier: first })
  const [kept] = (await first.call(keptDocuments, {})).rows.filter(({ source }) => source === 'sign-up')
  const { fileId, sha256, name } = kept!
  const reuse = { params: { fileId }, body: { sha256, use: 'recruit-apply' as const } }
  expect(await second.refused(reuseDocument, reuse)).toMatchObject({ status: 404 })
  const taken = await first.call(reuseDocument, reuse)
  const { orderId } = await w.published()
  const [permit] = (await w.application(first)).documents!
  const body = (id: string) => w.application(first, { documents: [{ ...permit!, files: [{ fileId: id, name }] }] })
  // As it was for the sign-up it is no file of an application.
  expect((await first.refused(own.applyTo, { params: { orderId }, body: await body(fileId) })).status).toBe(400)
  const { tradeId } = await first.call(own.applyTo, { params: { orderId }, body: await body(taken.fileId) })
  const params = { tradeId, fileId: taken.fileId }
  expect((await first.file(own.ownFile, { params })).content.equals(PDF)).toBe(true)
})

test('what was handed in with an application is offered at a sign-up, with its last day, to its company alone', async () => {
  const w = await recruitWorld()
  const { t } = w
  const [first, second] = w.suppliers as [HttpClient, HttpClient]
  const { orderId } = await w.published()
  await w.applied(first, orderId)
  const applied = async (client: HttpClient) =>
    (await client.call(keptDocuments, {})).rows.filter(({ source }) => source === 'recruit')
  const [kept] = await applied(first)
  expect(kept).toMatchObject({ kind: '医疗器械经营许可证', validUntil: '2030-12-31', number: '苏械经营许 20260001 号' })
  expect(await applied(second)).toEqual([])
  const reuse = { params: { fileId: kept!.fileId }, body: { sha256: kept!.sha256 } }
  expect(await second.refused(reuseDocument, reuse)).toMatchObject({ status: 404 })
  const taken = await first.call(reuseDocument, reuse)
  expect(taken).toMatchObject({ sha256: kept!.sha256, name: '经营许可证.pdf' })
  expect(taken.fileId).not.toBe(kept!.fileId)
  // What has expired meanwhile is offered no more.
  await t.settle()
  await t.advanceTo('2031-01-01T09:00:00+08:00')
  expect(await applied(await t.login('supplier1', { workbench: 'supplier' }))).toEqual([])
})
