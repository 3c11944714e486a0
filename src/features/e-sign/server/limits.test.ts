import { beforeAll, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { identityNumber } from '#demo/play/e-sign.ts'
import { fromState } from '#demo/states/from-state.ts'
import { PNG } from '#features/enterprise/server/testing/company.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { amountFor } from '#features/enterprise/server/public.ts'
import * as c from '../contract/company.ts'
import * as copies from '../contract/copies.ts'
import * as people from '../contract/people.ts'
import { amountKey } from './applications.ts'
import { giveCopies, openSigner } from './testing/openings.ts'

let t: TestSystem
let supplier: HttpClient
beforeAll(async () => {
  ;({ t } = await fromState('people'))
  supplier = await t.login('supplier1', { workbench: 'supplier' })
})

/** Applies by a small amount; answers the one that was sent. */
async function applies(client: HttpClient): Promise<string> {
  const { fileId } = await client.upload('e-sign-letter', '授权书.png', PNG)
  const { employeeId } = await client.call(people.employeeExists, {})
  const { applicationId } = await client.call(c.openCompany, {
    body: {
      agentEmployeeId: employeeId,
      agentIdentity: identityNumber(9),
      letterId: fileId,
      bank: '中国工商银行',
      accountNo: '6222020011110099',
    },
  })
  return inContext(t.kernel, { tenantId: 1, actor: null }, async (ctx) => amountFor(amountKey(ctx), applicationId))
}
let tried = 0
/** Names an amount once: a wrong one counts each time. */
const names = (client: HttpClient, amount: string) =>
  client.refused(c.verifyAmount, { body: { amount } }, { key: `amount-named-${++tried}` })
const other = (amount: string) => (amount === '0.01' ? '0.02' : '0.01')

test('three wrong amounts end an application, also at the same time; the right one comes too late', async () => {
  const amount = await applies(supplier)
  const wrong = { body: { amount: other(amount) } }
  const tries = await Promise.all(
    Array.from({ length: 4 }, (_, i) => supplier.refused(c.verifyAmount, wrong, { key: `wrong-amount-${i}` })),
  )
  expect(tries.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([10001, 10001, 10001, 10002])
  expect((await names(supplier, amount)).code).toBe(10002)
  expect(await supplier.call(c.latestAudit, {})).toMatchObject({
    standing: 'rejected',
    latest: { status: 2, reason: '打款金额三次填写错误', triesLeft: 0 },
  })
  expect(await supplier.call(c.companyExists, {})).toMatchObject({ isOpened: false })
})

test('an amount is named within two days; a new application replaces the old one; five a day', async () => {
  await applies(supplier)
  const amount = await applies(supplier)
  expect((await names(supplier, other(amount))).message).toContain('还可尝试2次')
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 49 * HOUR))
  expect((await names(supplier, amount)).message).toContain('验证已过期')
  for (let i = 0; i < 5; i++) await applies(supplier)
  await expect(applies(supplier)).rejects.toMatchObject({ status: 429 })
})

test('of ten redemptions at once as many take effect as there are vouchers', async () => {
  await giveCopies({ t }, 'supplier2', { quantity: 1, product: 'sign-voucher', paid: '100.00' })
  const two = await t.login('supplier2', { workbench: 'supplier' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      two
        .call(copies.redeemVouchers, { body: { vouchers: 1 } }, { key: `redeem-voucher-${i}` })
        .then(() => 0)
        .catch(({ body }: { body: { code: number } }) => body.code),
    ),
  )
  expect(answers.toSorted((a, b) => a - b)).toEqual([0, ...Array.from({ length: 9 }, () => 41003)])
  expect(await two.call(copies.copiesRemain, {})).toMatchObject({ copies: 10, vouchers: 0 })
})

test('a seal is made anew for another name, or when it ends', async () => {
  const two = await t.login('supplier2', { workbench: 'supplier' })
  await openSigner({ t }, two)
  const first = (await two.call(c.currentSeal, {}))!
  await t.owner.query('update company set name = $2 where id = $1', [COMPANIES.supplier2.id, '江州新名医疗有限公司'])
  expect(await two.call(c.currentSeal, {})).toMatchObject({ isRenamed: true })
  const { sealId } = await two.call(c.makeSeal, {})
  const second = (await two.call(c.currentSeal, {}))!
  expect(second).toMatchObject({ sealId, name: '江州新名医疗有限公司', isRenamed: false })
  expect(second.code).not.toBe(first.code)
  await t.advanceTo(new Date(new Date(second.untilAt).getTime() - 10 * DAY))
  expect((await two.call(c.makeSeal, {})).sealId).not.toBe(sealId)
})
