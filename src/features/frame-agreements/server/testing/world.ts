import { COMPANIES } from '#demo/companies.ts'
import { callOffDetail } from '#features/contracts/contract/call-off.ts'
import { admitted, type SupplierWorld, supplierWorld } from '#features/suppliers/server/testing/supplier-world.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as c from '../../contract/agreement.ts'
import * as own from '../../contract/entry.ts'

/** A hospital with two suppliers in its library; each act over HTTP. */
export async function agreementWorld() {
  const w: SupplierWorld = await supplierWorld()
  const { t, buyer, supplier1, inDays, today } = w
  const supplier2 = await t.login('supplier2', { workbench: 'supplier' })
  const ids = { supplier1: COMPANIES.supplier1.id, supplier2: COMPANIES.supplier2.id }
  await admitted(w, buyer, { companyId: ids.supplier1 })
  await admitted(w, buyer, { companyId: ids.supplier2 })
  let count = 0

  /** Two suppliers, one item at 100 and 110 yuan, ten of it at most. */
  const terms = (change: object = {}) => ({
    title: `办公用纸框架协议${++count}`,
    kind: 'price' as const,
    regime: 'government' as const,
    category: 'goods' as const,
    rule: 'direct' as const,
    from: today(),
    until: inDays(300),
    quota: '10000.00',
    terms: '按需供货。',
    payer: 'organ' as const,
    payDays: 30,
    items: [{ name: '复印纸', spec: 'A4', unit: '箱', quantity: '10' }],
    entries: [
      { companyId: ids.supplier1, prices: [{ line: 1, unitPrice: '100' }] },
      { companyId: ids.supplier2, prices: [{ line: 1, unitPrice: '110' }] },
    ],
    ...change,
  })

  const at = (agreementId: string) => ({ params: { agreementId } })
  const detail = (agreementId: string, client: HttpClient = buyer) => client.call(c.agreementDetail, at(agreementId))

  async function sent(change: object = {}) {
    const { agreementId } = await buyer.call(c.createAgreement, { body: terms(change) })
    await buyer.call(c.sendAgreement, { ...at(agreementId), body: {} })
    await t.settle()
    return agreementId
  }

  /** The entry of a supplier in an agreement, as it sees it. */
  async function entryOf(client: HttpClient, agreementId: string) {
    const { rows } = await client.call(own.entryPage, { query: { pageSize: 100 } })
    const row = rows.find((one) => one.agreementId === agreementId)!
    return client.call(own.entryDetail, { params: { entryId: row.entryId } })
  }

  async function confirm(client: HttpClient, agreementId: string) {
    const { entryId, contentHash } = await entryOf(client, agreementId)
    await client.call(own.confirmEntry, { params: { entryId }, body: { contentHash, size: 'small' } })
    return entryId
  }

  /** Signed by both suppliers; `first` and `second` are their entries. */
  async function inForce(change: object = {}) {
    const agreementId = await sent(change)
    const first = await confirm(supplier1, agreementId)
    const second = await confirm(supplier2, agreementId)
    await t.settle()
    return { agreementId, first, second }
  }

  const ordering = (entryId: string, quantity: string, change: object = {}) => ({
    entryId,
    deliverBy: inDays(20),
    place: '总务科库房',
    lines: [{ line: 1, quantity }],
    ...change,
  })

  const order = (agreementId: string, entryId: string, of: string | object) =>
    buyer.call(c.orderFromAgreement, {
      ...at(agreementId),
      body: typeof of === 'string' ? ordering(entryId, of) : ordering(entryId, '1', of),
    })

  const callOff = (client: HttpClient, callOffId: string) => client.call(callOffDetail, { params: { callOffId } })

  return { ...w, supplier2, ids, terms, at, detail, sent, entryOf, confirm, inForce, ordering, order, callOff }
}

export type AgreementWorld = Awaited<ReturnType<typeof agreementWorld>>
