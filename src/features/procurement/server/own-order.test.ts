import { expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import * as supplier from '../contract/supplier.ts'
import { foreignWords } from '../methods/foreign-words.ts'
import { methodOf } from '../methods/all.ts'

test('whoever buys does not take part in its own order, and is told so in the words of the method', async () => {
  const { t, facts } = await fromState('quoting')
  const { orderId } = facts
  const own = await t.login('supplier5', { workbench: 'supplier' })
  const { rows } = await t.owner.query<{ method: number }>(
    'update purchase_order set purchaser_company_id = $1 where id = $2 returning method',
    [COMPANIES.supplier5.id, orderId],
  )
  const refused = await own.refused(supplier.signUp, {
    params: { orderId },
    body: { contactName: '钱程', contactMobile: '13800000000', files: [] },
  })
  expect(refused).toMatchObject({ code: 10002, message: '采购人和代理机构不得参加本项目报价' })
  expect(foreignWords(methodOf(rows[0]!.method), refused.message)).toEqual([])
})
