import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { creditCodeOk } from '#features/enterprise/rules/identifiers.ts'
import { PaymentType } from '#features/payment/rules/enums.ts'
import type * as contract from '../contract/invoice.ts'
import { DEFAULT_RATE } from '../rules/enums.ts'
import { type Ctx, payeeOf } from './access.ts'
import { issuerCode } from './issuers.ts'
import type { Any } from './records.ts'

/** A bond is no income: it has no rate. */
const TYPES = PaymentType.options.filter(({ value }) => value !== PaymentType.values.bond)

export interface Setting {
  name: string
  taxNo: string
  rates: Readonly<Record<string, number>>
}

/** How a payee invoices; null: the platform. */
export async function settingOf(ctx: Any, payeeId: string | null): Promise<Setting> {
  const row = await ctx.one('invoice_setting', { payee: payeeId ?? 'platform' })
  const rates = (row?.rates ?? {}) as Record<string, number>
  if (payeeId === null) {
    const tenant = await ctx.tx
      .selectFrom('tenant')
      .select('name')
      .where('id', '=', ctx.tenantId)
      .executeTakeFirstOrThrow()
    return { name: tenant.name, taxNo: row?.taxNo ?? '', rates }
  }
  const company = await ctx.expectOne('company', { id: payeeId }, { columns: ['name', 'creditCode'] })
  return { name: company.name, taxNo: company.creditCode, rates }
}

export function rateOf({ rates }: Pick<Setting, 'rates'>, type: number): number {
  return rates[type] ?? DEFAULT_RATE
}

export async function readSetting(ctx: Ctx): Promise<z.output<typeof contract.issueSetting.returns>> {
  const payeeId = payeeOf(ctx.actor)
  const setting = await settingOf(ctx, payeeId)
  return {
    name: setting.name,
    taxNo: setting.taxNo,
    isTaxNoOwn: payeeId === null,
    rates: TYPES.map(({ value, label }) => ({ type: value, label, rate: rateOf(setting, value) })),
    isSample: issuerCode(ctx) === 'local',
  }
}

export async function writeSetting(ctx: Ctx, body: z.output<typeof contract.setIssueSetting.body>): Promise<void> {
  const payeeId = payeeOf(ctx.actor)
  if (payeeId !== null && !ctx.actor.rights.has('finance')) throw new AppError('noRight')
  if (payeeId === null && body.taxNo !== '' && !creditCodeOk(body.taxNo)) {
    const message = '统一社会信用代码不正确'
    throw new AppError('invalid', message, [{ path: 'taxNo', message }])
  }
  const payee = payeeId ?? 'platform'
  const values = {
    taxNo: payeeId === null ? body.taxNo : '',
    rates: JSON.stringify(body.rates),
    updatedByName: ctx.actor.name,
    updatedAt: ctx.clock.now(),
  }
  await ctx.tx
    .insertInto('invoice_setting')
    .values({ tenantId: ctx.tenantId, payee, ...values })
    .onConflict((c) => c.columns(['tenantId', 'payee']).doUpdateSet(values))
    .execute()
  ctx.audit({
    action: 'invoice.setting',
    entity: 'invoice',
    entityId: payee,
    summary: `修改开票设置：${Object.entries(body.rates)
      .map(([type, rate]) => `${PaymentType.label(Number(type))} ${rate}%`)
      .join('，')}`,
  })
}
