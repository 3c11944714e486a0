import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { award, publishCandidates } from '#demo/play/buyer.ts'
import type { StateFacts } from '#demo/states/states.ts'
import { basicInfo, updateBasicInfo } from '#features/enterprise/contract/company.ts'
import { addBankCard } from '#features/enterprise/contract/services.ts'
import { agreeAssociation, dropParent, sendAssociation } from '#features/organisation/contract/associations.ts'
import { join, publish } from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { supplierPage } from '../contract/library.ts'
import { supplierRelations } from '../contract/relations.ts'
import { admitted, NOT_FOUND, type SupplierWorld, supplierWorld } from './testing/supplier-world.ts'

/* What binds a supplier to others, fact by fact; where it met others, only once there is a result. */

const { supplier1: first, supplier2: second, supplier3: third, supplier4: fourth, hospital } = COMPANIES
let world: SupplierWorld
let buyer: HttpClient
let supplierId: string
const who: HttpClient[] = []
beforeAll(async () => {
  world = await supplierWorld('concluded')
  ;({ buyer } = world)
  for (const n of [1, 2, 3, 4]) who.push(await world.t.login(`supplier${n}`, { workbench: 'supplier' }))
  await admitted(world, buyer, { companyId: first.id })
  await admitted(world, buyer, { companyId: second.id })
  supplierId = await recordOf(first.id)
})

const recordOf = async (companyId: string, client = buyer) =>
  (await client.call(supplierPage, { query: { pageSize: 100 } })).rows.find((row) => row.companyId === companyId)!
    .supplierId
/** The answer, with companies where it names their places. */
const found = async (id = supplierId, client = buyer) => {
  const { companies, relations, orders, ...rest } = await client.call(supplierRelations, { params: { supplierId: id } })
  return {
    ...rest,
    relations: relations.map((row) => ({ ...row, company: companies[row.company]! })),
    orders: orders.map((order) => ({
      ...order,
      others: order.others.map(({ company, isAwarded }) => ({ ...companies[company]!, isAwarded })),
    })),
  }
}
const facts = async (name: string) =>
  (await found()).relations.filter(({ company }) => company.name === name).map(({ relation }) => relation)
const sql = (text: string, values: unknown[] = []) => world.t.owner.query(text, values)
const state = async (client: HttpClient, change: object) => {
  const { companyType: _, ...body } = await client.call(basicInfo, {})
  await client.call(updateBasicInfo, { body: { ...body, ...change } })
}
const certify = (
  companyId: string,
  said: { legalPerson: string; identityNumber: string; registeredAddress?: string },
) => {
  const { legalPerson, ...rest } = said
  const sealed = world.t.kernel.cipher.seal('company_tenant.registration', `1/${companyId}`, JSON.stringify(rest))
  return Promise.all([
    sql('update company set legal_person = $2 where id = $1', [companyId, legalPerson]),
    sql('update company_tenant set registration = $2 where tenant_id = 1 and company_id = $1', [companyId, sealed]),
  ])
}
const employ = (companyId: string, { id: userId, name }: { id: string; name: string }) =>
  sql(
    `insert into employee (tenant_id, id, company_id, user_id, name, status, created_at, accepted_at)
     values (1, $1, $2, $3, $4, 1, now(), now())`,
    [newId(), companyId, userId, name],
  )

describe('facts', () => {
  test('where nothing is, the answer says what was compared', async () => {
    const seen = await found()
    expect(seen.relations).toEqual([])
    expect(seen.compared).toEqual(expect.arrayContaining(['legalPerson', 'above', 'below', 'person']))
    expect(seen.compared).not.toContain('account')
    expect(seen.compared).not.toContain('phone')
  })

  test('who is in charge: the same name is a namesake, the same number the same person, another number nobody', async () => {
    await certify(first.id, { legalPerson: '周启明', identityNumber: '11010519491231002X' })
    await certify(second.id, { legalPerson: '周启明', identityNumber: '' })
    await certify(third.id, { legalPerson: '周启明', identityNumber: '11010519491231002X' })
    await certify(fourth.id, { legalPerson: '周启明', identityNumber: '440524188001010014' })
    expect(await facts(second.name)).toEqual(['namesake'])
    expect(await facts(fourth.name)).toEqual([])
    const [row] = (await found()).relations
    // A company that is not in the library goes by what is public of it, and has no record to lead to.
    expect(row).toMatchObject({
      relation: 'legalPerson',
      company: { name: third.name, creditCode: third.creditCode, supplierId: null, isOwn: false },
    })
    expect((await found()).relations[1]!.company.supplierId).toBe(await recordOf(second.id))
    // Whoever is not certified here, or a natural person, is told to nobody.
    await sql('update company_tenant set is_certified = false where tenant_id = 1 and company_id = $1', [third.id])
    expect(await facts(third.name)).toEqual([])
    await sql('update company_tenant set is_certified = true where tenant_id = 1 and company_id = $1', [third.id])
  })

  test('companies above, below and beside, as long as the association holds', async () => {
    const { associationId } = await who[2]!.call(sendAssociation, {
      body: { companyId: first.id, kind: 1, message: '' },
    })
    expect(await facts(third.name)).not.toContain('above')
    await who[0]!.call(agreeAssociation, { params: { id: associationId }, body: {} })
    const below = await who[2]!.call(sendAssociation, { body: { companyId: fourth.id, kind: 1, message: '' } })
    await who[3]!.call(agreeAssociation, { params: { id: below.associationId }, body: {} })
    const kin = (await found()).relations.filter(({ relation }) => ['above', 'below', 'beside'].includes(relation))
    expect(kin.map(({ relation, company, detail }) => [relation, company.name, detail])).toEqual([
      ['above', third.name, ''],
      ['beside', fourth.name, ''],
    ])
    for (const { since } of kin) expect(since).toMatch(/^\d{4}-/)
    await who[3]!.call(dropParent, {})
    expect(await facts(fourth.name)).toEqual([])
  })

  test('telephone, address and account; what ends is gone', async () => {
    await state(who[0]!, { phone: '0519-88001234', address: '江州市新北区长江路 1 号' })
    await state(who[1]!, { phone: '0519-88001234', address: '江州市新北区长江路 1 号' })
    await state(who[3]!, { phone: '0519-88009999', address: '江州市新北区长江路 1 号' })
    expect(await facts(second.name)).toEqual(['namesake', 'phone', 'address'])
    expect(await facts(fourth.name)).toEqual(['address'])
    const phone = (await found()).relations.find(({ relation }) => relation === 'phone')!
    expect(phone.since).toMatch(/^\d{4}-/)
    await state(who[1]!, { address: '' })
    expect(await facts(second.name)).toEqual(['namesake', 'phone'])
    const body = { bank: '中国工商银行', branch: '江州支行', accountNo: '6222020011119000' }
    const cards = [await who[0]!.call(addBankCard, { body }), await who[1]!.call(addBankCard, { body })]
    const verify = (id: string) => sql('update bank_card set status = 1, verified_at = now() where id = $1', [id])
    await verify(cards[0]!.id)
    // An account that nobody has verified proves nothing.
    expect(await facts(second.name)).not.toContain('account')
    await verify(cards[1]!.id)
    expect(await facts(second.name)).toContain('account')
    // Nothing of the values leaves.
    expect(JSON.stringify(await found())).not.toMatch(/88001234|长江路|622202/)
  })

  test('people of both, masked unless they are the own', async () => {
    await employ(second.id, PEOPLE.supplier1)
    await employ(second.id, PEOPLE.buyer2)
    await employ(first.id, PEOPLE.buyer2)
    const rows = (await found()).relations.filter(({ relation }) => relation === 'person')
    const seen = rows.map(({ company, detail }) => [company.name, detail])
    expect(seen).toContainEqual([second.name, `${PEOPLE.supplier1.name[0]!}**`])
    expect(seen).toContainEqual([second.name, PEOPLE.buyer2.name])
    expect(rows.find(({ company }) => company.isOwn)).toMatchObject({
      company: { name: hospital.name },
      detail: PEOPLE.buyer2.name,
    })
    await sql('update employee set deleted_at = now() where user_id = $1 and company_id = $2', [
      PEOPLE.buyer2.id,
      first.id,
    ])
    expect((await found()).relations.filter(({ company }) => company.isOwn)).toEqual([])
  })
})

describe('purchases in which both took part', () => {
  test('none before its result, whoever has signed up; then who took part and who won', async () => {
    const before = await found()
    expect(before).toMatchObject({ orders: [], looked: 0 })
    const runs = { t: world.t, buyer, suppliers: who }
    const open = await publish(runs, { title: '尚未开标' })
    await join(runs, open.orderId, { supplier: who[0]! })
    await join(runs, open.orderId, { supplier: who[1]! })
    // Not a word, nor a number, is another than before anybody signed up.
    expect(await found()).toEqual(before)
    const { orderId, trades } = world.t.facts as StateFacts['concluded']
    await world.t.advanceTo(await publishCandidates(buyer, orderId))
    expect(await found()).toEqual(before)
    await award(buyer, orderId)
    const { orders, looked } = await found()
    expect(looked).toBe(1)
    expect(orders).toMatchObject([{ orderId, more: 0 }])
    const { rows } = await world.t.owner.query<{ tradeId: string }>(
      'select trade_id as "tradeId" from award_in_force where order_id = $1',
      [orderId],
    )
    const winner = Object.entries(trades).find(([, id]) => id === rows[0]!.tradeId)![0] as 'supplier1'
    expect(orders[0]!.isAwarded).toBe(winner === 'supplier1')
    expect(orders[0]!.others.map(({ name }) => name).toSorted()).toEqual(
      [second, third, fourth].map(({ name }) => name).toSorted(),
    )
    for (const other of orders[0]!.others) expect(other.isAwarded).toBe(other.name === COMPANIES[winner].name)
    expect(orders[0]!.others.find(({ name }) => name === second.name)).toMatchObject({ isRelated: true })
  })

  test('who took part is compared by what is on file encrypted', async () => {
    // Found by nothing else.
    await state(who[3]!, { address: '' })
    expect(await facts(fourth.name)).toEqual([])
    const at = { identityNumber: '', registeredAddress: '江州市武进区人民路 8 号' }
    await certify(first.id, { legalPerson: '周启明', ...at })
    await certify(fourth.id, { legalPerson: '吴宁', ...at })
    expect(await facts(fourth.name)).toEqual(['registeredAddress'])
    expect((await found()).compared).toContain('registeredAddress')
    expect(JSON.stringify(await found())).not.toContain('人民路')
  })

  test('another purchaser knows nothing of them, strangers nothing at all', async () => {
    await admitted(world, world.other, { companyId: first.id })
    const theirs = await recordOf(first.id, world.other)
    const seen = await found(theirs, world.other)
    expect(seen).toMatchObject({ orders: [], looked: 0 })
    expect(seen.relations.map(({ company }) => company.supplierId)).not.toContain(await recordOf(second.id))
    expect(seen.relations.map(({ relation }) => relation)).not.toContain('registeredAddress')
    for (const [client, id] of [
      [buyer, theirs],
      [world.other, supplierId],
      [buyer, newId()],
    ] as const)
      expect(await client.refused(supplierRelations, { params: { supplierId: id } })).toMatchObject(NOT_FOUND)
    for (const client of [world.colleague, who[0]!])
      expect((await client.refused(supplierRelations, { params: { supplierId } })).status).toBe(403)
  })
})
